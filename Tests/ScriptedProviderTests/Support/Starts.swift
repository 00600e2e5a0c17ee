import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Flow.Start {
    /// An access token.
    static func accessToken(_ text: String = Sent.accessToken) -> Flow.Start {
        .credential(.accessToken(AccessToken(text)))
    }

    /// A refresh token.
    static let refreshToken = Flow.Start.credential(.refreshToken(RefreshToken(Sent.refreshToken), keeper: KeptToken()))

    /// An ID token with the caller's raw nonce.
    static func idToken(
        _ claims: String, key: TokenKey = .rsa, nonce: String? = Sent.nonce, header: [String: JSONValue?] = [:]
    ) throws -> Flow.Start {
        let token = UnverifiedIDToken(try TestToken.make(claims, key: key, header: header))
        return .credential(.idToken(token, nonce: nonce == nil ? .none : .raw(try RawNonce(nonce ?? ""))))
    }

    /// A code whose ID token is bound to our nonce, or to none.
    static func code(
        nonce: String? = Sent.nonce, proofKey: ProofKeyUse? = nil, response: [(String, String)] = []
    ) throws -> Flow.Start {
        let parameters = try FormParameters(response.map { (name: $0.0, value: $0.1) })
        return .code(
            try Sent.grant(proofKey: proofKey), nonce.map { CallerNonce.asSent($0) } ?? .none, parameters)
    }
}

extension Stage {
    /// The code of a refusal that needs no request; nil where an identity is proven.
    static func refusal(
        _ provider: ConfiguredProvider, _ start: Flow.Start, _ steps: [Step] = [],
        location: SourceLocation = #_sourceLocation
    ) async throws -> CredentialError.Code? {
        let ending = try await run(provider, start, steps, location: location)
        #expect(ending.script.remaining == 0, sourceLocation: location)
        #expect(ending.identity == nil, sourceLocation: location)
        return ending.code
    }

    /// The identity that must be proven.
    static func identity(
        _ provider: ConfiguredProvider, _ start: Flow.Start, _ steps: [Step],
        location: SourceLocation = #_sourceLocation
    ) async throws -> VerifiedIdentity {
        let ending = try await run(provider, start, steps, location: location)
        #expect(ending.script.remaining == 0, sourceLocation: location)
        return try #require(ending.identity, "\(String(describing: ending.error))", sourceLocation: location)
    }
}
