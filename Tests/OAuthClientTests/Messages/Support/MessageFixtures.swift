import Threads
import Cryptography
import JOSE
import OAuthClient
import StrictJSON
import TestSupport
import Testing

/// What most tests of messages use.
enum MessageFixtures {
    static let now = NumericDate(secondsSinceEpoch: 1_796_011_924)
    static let stateText = "kD9sN3fWq0b6xLr2TzYh7A"
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"

    static func tokenURL() throws -> EndpointURL { try EndpointURL("https://id.example.com/token") }

    static func publicClient() throws -> Client { try Client(ClientIdentifier("client-ours"), authentication: .none) }

    static func confidentialClient() throws -> Client {
        try Client(ClientIdentifier("client-ours"), authentication: .clientSecretBasic(ClientSecret("s3cret-canary")))
    }

    static func pending(
        nonce: NonceUse = .none, proofKey: ProofKeyUse? = nil, redirectURI: String = "https://app.example.com/cb",
        responseMode: ResponseMode = .query, issuer: ResponseIssuer = .notAnnounced
    ) throws -> PendingAuthorization {
        PendingAuthorization(
            state: try AuthorizationState(restoring: stateText), nonce: nonce,
            proofKey: try proofKey ?? .s256(ProofKey(restoring: verifier)), redirectURI: try RedirectURI(redirectURI),
            responseMode: responseMode, issuer: issuer)
    }

    static func grant(proofKey: ProofKeyUse? = nil) throws -> AuthorizationCodeGrant {
        AuthorizationCodeGrant(
            code: AuthorizationCode("code/+1"), redirectURI: try RedirectURI("https://app.example.com/cb"),
            proofKey: try proofKey ?? .s256(ProofKey(restoring: verifier)))
    }

    /// An answer with a body.
    static func answer(
        _ body: String, status: Int = 200, type: String? = "application/json", fields: [HTTPField] = []
    ) -> HTTPResponse {
        HTTPResponse(
            status: status, fields: fields + (type.map { [HTTPField(name: "Content-Type", value: $0)] } ?? []),
            body: [UInt8](body.utf8))
    }

    /// The tokens of an answer with a body.
    static func tokens(
        _ body: String, status: Int = 200, type: String? = "application/json",
        rules: TokenResponseRules = TokenResponseRules()
    ) throws -> TokenResponse {
        try TokenResponse(parsing: answer(body, status: status, type: type), from: tokenURL(), rules: rules)
    }

    /// The parameters of a request's body.
    static func form(_ request: HTTPRequest) throws -> [String: String] {
        let form = try FormParameters(parsing: try #require(request.body))
        return Dictionary(uniqueKeysWithValues: form.parameters.map { ($0.name, $0.value) })
    }

    /// The value of a request's field.
    static func field(_ name: String, of request: HTTPRequest) -> String? {
        request.fields.first { $0.name == name }?.value
    }

    /// Bytes that count up, another sequence each time; or none at all.
    struct Random: RandomSource {
        private let next: Locked<UInt8>

        init(from first: UInt8 = 0) { next = Locked(first) }

        func bytes(count: Int) throws(CryptographyError) -> [UInt8] {
            let start = next.withLock { value in
                defer { value &+= 1 }
                return value
            }
            return (0..<count).map { start &+ UInt8(truncatingIfNeeded: $0) }
        }
    }
}

/// The error of a call that must fail.
func messageRefusal<Value>(_ body: () throws -> Value) throws -> OAuthClientError {
    try #require(throws: OAuthClientError.self) { _ = try body() }
}
