import CredentialProofs
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Apple {
        static let client = "com.example.web"
        static let bundle = "com.example.app"
        static let keys = "https://appleid.apple.com/auth/keys"

        static func claims(
            _ variation: Variation = .right, issuer: String = "https://appleid.apple.com", client: String = client,
            nonce: String? = Sent.nonce, _ more: String = #""nonce_supported":true"#
        ) -> String {
            variation.claims(
                issuer, client: client, "\"001.x.1\"", nonce: nonce,
                #""email":"r@privaterelay.appleid.com","email_verified":"true","is_private_email":"true",\#(more)"#)
        }

        static func provider() throws -> ConfiguredProvider {
            let secret = try SignedClientSecret(
                TestKeys.ec.get(), keyID: "KEYID12345", issuer: "TEAMID1234", audience: "https://appleid.apple.com",
                clock: FixedWallClock(Sent.now))
            return try Setup.provider("apple", clients: [client, bundle], credential: .signedSecret(secret))
        }

        static func code(_ answer: Answer) -> Step {
            var step = Step.code("https://appleid.apple.com/auth/token", .name, client: client, answer)
            step.request.form["client_secret"] = .fitting { isSecret($0) }
            return step
        }

        /// Whether a text is the client secret that Apple wants: ES256, our key, our team, five minutes.
        static func isSecret(_ text: String) -> Bool {
            let parts = text.split(separator: ".")
            guard parts.count == 3, let header = try? Base64URL.decode(parts[0].utf8),
                let claims = try? Base64URL.decode(parts[1].utf8),
                let signature = try? Base64URL.decode(parts[2].utf8)
            else { return false }
            let now = Sent.now.secondsSinceEpoch
            return String(decoding: header, as: UTF8.self) == #"{"alg":"ES256","typ":"JWT","kid":"KEYID12345"}"#
                && String(decoding: claims, as: UTF8.self)
                    == #"{"iss":"TEAMID1234","sub":"com.example.web","aud":"https://appleid.apple.com","iat":\#(now),"exp":\#(now + 300)}"#
                && signature.count == 64
        }
    }

    static let apple: Play = Play(
        "apple",
        flows: [
            .codeWithIDToken("001.x.1") { variation in
                [Apple.code(.tokens(idToken: try TestToken.make(Apple.claims(variation)))), .keys(Apple.keys)]
            },
            .idToken("001.x.1", keys: { [.keys(Apple.keys)] }, claims: { Apple.claims($0) }),
        ], email: "r@privaterelay.appleid.com", .verified, provider: Apple.provider)
}

@Suite("Apple") struct AppleTests {
    private typealias Apple = Plays.Apple

    private func code(_ claims: String, nonce: String? = Sent.nonce) async throws -> CredentialError.Code? {
        try await Stage.run(Apple.provider(), .idToken(claims, nonce: nonce), [.keys(Apple.keys)]).code
    }

    @Test("Apple's second issuer is accepted; both stand for one account")
    func issuers() async throws {
        var userIDs: Set<String> = []
        for issuer in ["https://appleid.apple.com", "https://account.apple.com"] {
            let identity = try await Stage.identity(
                Apple.provider(), .idToken(Apple.claims(issuer: issuer)), [.keys(Apple.keys)])
            userIDs.insert(try identity.userIDs.userID(for: identity.subject))
        }
        #expect(userIDs == ["apple:001.x.1"])
        #expect(try await code(Apple.claims(issuer: "https://appleid.apple.com/")) == .credentialInvalid)
        #expect(try await code(Apple.claims(issuer: "https://idmsa.apple.com")) == .credentialInvalid)
    }

    @Test("The Services ID and the bundle identifiers of the list are ours, and no others")
    func audiences() async throws {
        let identity = try await Stage.identity(
            Apple.provider(), .idToken(Apple.claims(client: Apple.bundle)), [.keys(Apple.keys)])
        #expect(identity.client == Apple.bundle)
        #expect(try await code(Apple.claims(client: "com.example.app.other")) == .audienceMismatch)
        #expect(try await code(Apple.claims(client: "COM.EXAMPLE.APP")) == .audienceMismatch)
    }

    @Test("The nonce comes raw from the web and hashed from apps; nonce_supported false alone excuses its absence")
    func nonce() async throws {
        #expect(try await code(Apple.claims(nonce: Plays.FacebookLimited.hash)) == nil)
        #expect(try await code(Apple.claims(nonce: "another")) == .nonceMismatch)
        #expect(try await code(Apple.claims(nonce: nil)) == .nonceMismatch)
        #expect(try await code(Apple.claims(nonce: nil, #""nonce_supported":false"#)) == nil)
        #expect(try await code(Apple.claims(nonce: nil, #""nonce_supported":"false""#)) == .nonceMismatch)
        #expect(try await code(Apple.claims(nonce: "another", #""nonce_supported":false"#)) == .nonceMismatch)
        #expect(try await code(Apple.claims(), nonce: nil) == .nonceRequired)
        #expect(try await code(Apple.claims(nonce: nil), nonce: nil) == nil)
    }

    @Test("Flags are truth values or text; a relay address is an address (B18)")
    func flags() async throws {
        for (flag, isVerified) in [
            ("true", true), (#""true""#, true), (#""false""#, false), ("1", false), (#""TRUE""#, false),
        ] {
            let claims = Apple.claims().replacing(#""email_verified":"true""#, with: #""email_verified":\#(flag)"#)
            let identity = try await Stage.identity(Apple.provider(), .idToken(claims), [.keys(Apple.keys)])
            #expect(identity.profile.emailVerified == isVerified, "\(flag)")
            #expect(identity.profile.email?.address == "r@privaterelay.appleid.com")
        }
    }

    @Test("What Apple sends beside the token is nobody's account: the token alone counts")
    func noIDToken() async throws {
        let step = Apple.code(.tokens(more: #""user":{"email":"victim@x.test"},"sub":"001.x.1""#))
        #expect(try await Stage.refusal(Apple.provider(), .code(), [step]) == .providerAnswerInvalid)
    }

    @Test("Access tokens and refresh tokens are refused before any request")
    func otherKinds() async throws {
        #expect(try await Stage.refusal(Apple.provider(), .accessToken()) == .audienceUnprovable)
        #expect(try await Stage.refusal(Apple.provider(), .refreshToken) == .credentialTypeNotAccepted)
    }

    @Test("Without the key that signs the client secret the configuration is at fault")
    func noKey() async throws {
        let provider = try Setup.provider("apple", clients: [Apple.client])
        #expect(try await Stage.refusal(provider, .code()) == .providerMisconfigured)
    }
}
