import BridgeTesting
import CustomTokenBridge
import OAuthClient
import StrictJSON

/// The one rule, made visible: the bridge takes a genuine ID token that was issued to it, and refuses one of another
/// client.
struct DemoRefusal: Sendable {
    /// What the bridge says no with.
    struct Refusal: Sendable {
        let code: String
        let description: String
    }

    /// The code that it must be.
    static let code = "AUDIENCE_MISMATCH"

    private let stage: DemoStage
    private let screen: DemoScreen

    init(_ stage: DemoStage, _ screen: DemoScreen) {
        self.stage = stage
        self.screen = screen
    }

    /// Has both tokens exchanged.
    ///
    /// - Returns: How the second was refused.
    /// - Throws: `Failure` with code `DEMO_FAILED` where the first was refused, or the second was not.
    func refusal() async throws -> Refusal {
        let (own, foreign) = (stage.providerClient, "somebody-else")
        screen.begin(
            "refusal", "The one rule: genuine ID tokens of the same person, issued to two clients, are exchanged")
        let taken = try await exchange(try await idToken(of: own))
        guard taken.status == 200 else {
            throw DemoFailure.failure("a token that was issued to the bridge was refused, status \(taken.status)")
        }
        screen.say("issued to \(own): a custom token")
        let refused = try await exchange(try await idToken(of: foreign))
        let object = try JSONObject(parsing: refused.body, limits: .document)
        guard refused.status == 400, let code = object["error_code"]?.string, code.hasSameBytes(as: Self.code),
            object["access_token"] == nil
        else {
            throw DemoFailure.failure("a token of another client was not refused as it must, status \(refused.status)")
        }
        screen.say("issued to \(foreign): refused, \(code)")
        screen.end()
        return Refusal(code: code, description: object["error_description"]?.string ?? "")
    }

    /// A genuine ID token, as an app of another would have it.
    private func idToken(of client: String) async throws -> String {
        let answer = try await post(
            "\(stage.sandbox.base)/sandbox/tokens", [("client_id", client), ("user", DemoTour.person)])
        guard let token = try JSONObject(parsing: answer.body, limits: .document)["id_token"]?.string else {
            throw DemoFailure.failure("the sandbox gave no ID token")
        }
        return token
    }

    /// RFC 8693, section 2.1.
    private func exchange(_ idToken: String) async throws -> HTTPResponse {
        try await post(
            "\(stage.bridge.issuer)/token",
            [
                ("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"), ("subject_token", idToken),
                ("subject_token_type", "urn:ietf:params:oauth:token-type:id_token"),
                ("provider", DemoTour.provider), ("client_id", DemoTour.clientID),
            ])
    }

    private func post(_ address: String, _ form: [(String, String)]) async throws -> HTTPResponse {
        let body = form.map { "\(FormURLEncoding.encode($0.0))=\(FormURLEncoding.encode($0.1))" }
            .joined(separator: "&")
        let type = HTTPField(name: "Content-Type", value: "application/x-www-form-urlencoded")
        return try await stage.transport.send(
            .post(try EndpointURL(address), fields: [type], body: [UInt8](body.utf8)))
    }
}
