import CredentialProofs
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum FacebookLimited {
        static let keys = "https://limited.facebook.com/.well-known/oauth/openid/jwks/"
        /// SHA-256 of the nonce, by another implementation.
        static let hash = "09a1182b118ad586c9f7a148e7ea6cc58c6f6a62b8dc421835fe8b64c9d09dc6"

        static func claims(_ variation: Variation, nonce: String? = hash, jti: String = #""jti":"j1""#) -> String {
            variation.claims(
                "https://www.facebook.com", client: Facebook.client, "\"1207059\"", nonce: nonce,
                [jti, #""email":"c@x.test","name":"C""#].filter { !$0.isEmpty }.joined(separator: ","))
        }

        static func provider() throws -> ConfiguredProvider {
            try Setup.provider("facebook-limited", clients: [Facebook.client], secret: nil)
        }
    }

    static let facebookLimited: Play = Play(
        "facebook-limited",
        flows: [
            .idToken("1207059", keys: { [.keys(FacebookLimited.keys)] }, claims: { FacebookLimited.claims($0) })
                .with(email: "c@x.test", .unverified)
        ], provider: FacebookLimited.provider)
}

@Suite("Facebook Limited Login") struct FacebookLimitedTests {
    private typealias Limited = Plays.FacebookLimited

    private func code(
        _ claims: String, nonce: String? = Sent.nonce, key: TokenKey = .rsa,
        adjust: (inout ConfiguredProvider) -> Void = { _ in }
    ) async throws -> CredentialError.Code? {
        var provider = try Limited.provider()
        adjust(&provider)
        return try await Stage.run(
            provider, .idToken(claims, key: key, nonce: nonce), [.keys(Limited.keys)]
        ).code
    }

    @Test("The claim is the hash of the raw nonce, in lower-case hexadecimal (PRV-21)")
    func nonce() async throws {
        #expect(try await code(Limited.claims(.right)) == nil)
        #expect(try await code(Limited.claims(.right, nonce: Limited.hash.uppercased())) == .nonceMismatch)
        #expect(try await code(Limited.claims(.right, nonce: Sent.nonce)) == .nonceMismatch)
        #expect(try await code(Limited.claims(.right, nonce: "")) == .nonceMismatch)
        #expect(try await code(Limited.claims(.right), nonce: Limited.hash) == .nonceMismatch)
        #expect(try await code(Limited.claims(.right), nonce: nil) == .nonceRequired)
        #expect(try await code(Limited.claims(.right, nonce: nil)) == .nonceMismatch)
        #expect(try await code(Limited.claims(.right, nonce: nil), nonce: nil) == .nonceRequired)
    }

    @Test("The vector of the specification, and the raw nonce where the configuration takes either")
    func vector() async throws {
        let hash = "0823a09b54cb9381561068b00aaf4e539b3f54604631d3e6a820879b6b04cc19"
        #expect(try await code(Limited.claims(.right, nonce: hash), nonce: "n-0S6_WzA2Mj") == nil)
        let either: (inout ConfiguredProvider) -> Void = { $0.idToken?.nonce = .rawOrSHA256Hex }
        #expect(try await code(Limited.claims(.right, nonce: Sent.nonce), adjust: either) == nil)
        #expect(try await code(Limited.claims(.right), adjust: either) == nil)
        #expect(try await code(Limited.claims(.right, nonce: nil), nonce: nil, adjust: either) == .nonceRequired)
    }

    @Test("A token needs an identifier of its own (jti)")
    func tokenIdentifier() async throws {
        for jti in ["", #""jti":"""#, #""jti":null"#] {
            #expect(try await code(Limited.claims(.right, jti: jti)) == .credentialInvalid, "\(jti)")
        }
    }

    @Test("A token is taken for ten minutes after its issue, not for as long as it lives")
    func age() async throws {
        let now = Sent.now.secondsSinceEpoch
        let claims = Limited.claims(.right)
        let old = claims.replacing(#""iat":\#(now - 30)"#, with: #""iat":\#(now - 3600)"#)
        #expect(old != claims)
        #expect(try await code(old) == .credentialExpired)
        let future = claims.replacing(#""iat":\#(now - 30)"#, with: #""iat":\#(now + 3600)"#)
        #expect(try await code(future) == .credentialInvalid)
        let never = claims.replacing(#""iat":\#(now - 30),"#, with: "")
        #expect(try await code(never) == .credentialInvalid)
    }

    @Test("Codes, access tokens and refresh tokens do not exist here: refused before any request")
    func otherKinds() async throws {
        let provider = try Limited.provider()
        #expect(try await Stage.refusal(provider, .code()) == .credentialTypeNotAccepted)
        #expect(try await Stage.refusal(provider, .refreshToken) == .credentialTypeNotAccepted)
        #expect(try await Stage.refusal(provider, .accessToken()) == .audienceUnprovable)
        #expect(try await Stage.refusal(provider, .deviceFlow) == .credentialTypeNotAccepted)
    }

    @Test("Limited and classic login give the same uid")
    func sameUser() async throws {
        let limited = try await Stage.identity(
            Limited.provider(), .idToken(Limited.claims(.right)), [.keys(Limited.keys)])
        let classic = try await Stage.identity(
            Plays.Facebook.provider(), .accessToken(), Plays.facebook.flows[1].steps(.right))
        #expect(try limited.userIDs.userID(for: limited.subject) == "facebook:1207059")
        #expect(try classic.userIDs.userID(for: classic.subject) == "facebook:1207059")
    }
}
