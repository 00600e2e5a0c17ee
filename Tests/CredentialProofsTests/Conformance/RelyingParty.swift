import CredentialProofs
import Cryptography
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

/// A whole sign-in at a provider, as a conformance test plays it: request, response, code, tokens, userinfo.
struct RelyingParty: Sendable {
    /// The provider.
    let stage: Stage
    /// The request that the browser is sent with.
    let request: AuthorizationRequest

    /// Sends the browser off.
    init(_ stage: Stage, metadata changes: [String: JSONValue?] = [:]) throws {
        self.stage = stage
        stage.transport.publish(Stage.discovery, Stage.metadata(changes))
        let metadata = try AuthorizationServerMetadata(
            Stage.metadata(changes), expecting: .exactly(IssuerIdentifier(Forge.issuer)))
        request = try stage.connection.provider.authorizationRequest(
            redirectURI: RedirectURI(Stage.redirect), metadata: metadata, random: SecureRandom())
    }

    /// Sends the browser off to the generic provider.
    init(metadata: [String: JSONValue?] = [:]) throws {
        try self.init(Stage(), metadata: metadata)
    }

    /// The nonce that the provider saw.
    var nonce: String {
        get throws {
            guard case .sent(let nonce, let transform) = request.pending.nonce else { return "" }
            return try nonce.text(transform)
        }
    }

    /// The claims of an ID token that answers this request, some of them changed; nil leaves one out.
    func idToken(
        _ changes: [String: JSONValue?] = [:], header: [String: JSONValue?] = [:], by key: TestKey? = nil
    ) throws -> String {
        try Forge.token(["nonce": .string(try nonce)].merging(changes) { $1 }, header: header, by: key)
    }

    /// Lets the provider answer the code with these tokens, and describe the account.
    func grant(
        idToken: String? = nil, changes: [String: JSONValue?] = [:],
        userinfo: JSONObject = json(["sub": "user-0001", "name": "A"])
    ) throws {
        let token = try idToken ?? self.idToken()
        stage.grant(["id_token": .string(token)].merging(changes) { $1 })
        stage.transport.publish(Stage.userinfo, userinfo)
    }

    /// The query with which the browser comes back, some of its parameters changed; nil leaves one out.
    func response(_ changes: [String: String?] = [:]) throws -> AuthorizationResponse {
        var parameters: [String: String] = ["code": "code-fake", "state": request.pending.state.secretText]
        for (name, value) in changes { parameters[name] = value }
        let pairs = parameters.map { (name: $0.key, value: $0.value) }
        return try AuthorizationResponse(.query(FormParameters(pairs).encodedText), to: request.pending)
    }

    /// Redeems the code with which the browser comes back.
    func signIn(_ changes: [String: String?] = [:]) async throws -> ProvenTokens {
        let response = try response(changes)
        return try await CodeRedemption(stage.connection).redeem(
            response.grant, nonce: CallerNonce(response.nonce), response: response.unverifiedParameters)
    }

    /// The error with which the tokens must be refused.
    func refusal(sourceLocation: SourceLocation = #_sourceLocation) async throws -> CredentialError {
        try await #require(throws: CredentialError.self, sourceLocation: sourceLocation) { _ = try await signIn() }
    }

    /// The error with which the browser must be refused.
    func refusal(
        ofResponse changes: [String: String?], sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> OAuthClientError {
        try #require(throws: OAuthClientError.self, sourceLocation: sourceLocation) { _ = try response(changes) }
    }
}
