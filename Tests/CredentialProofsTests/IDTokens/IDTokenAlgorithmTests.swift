import CredentialProofs
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("ID tokens: algorithms and keys")
struct IDTokenAlgorithmTests {
    @Test("OIDC-06: a signature that is not right is refused, and so is a right one by another key of the same name")
    func signature() async throws {
        let stage = try Stage()
        let token = try Forge.token()
        let parts = token.split(separator: ".").map { String($0) }
        let forged = try Forge.token(["sub": "victim"]).split(separator: ".").map { String($0) }
        for text in [
            "\(parts[0]).\(forged[1]).\(parts[2])", "\(parts[0]).\(parts[1]).\(forged[2])",
            "\(parts[0]).\(parts[1]).AAAA", "\(parts[0]).\(parts[1]).", try Forge.token(by: TestKey.otherRSA.get()),
        ] {
            #expect(try await stage.refusal(text).code == .credentialInvalid)
        }
        #expect(try await stage.identity(token).subject.value == "user-0001")
    }

    @Test("OIDC-06: the signature is checked also where the token came straight from the token endpoint")
    func signatureFromTokenEndpoint() async throws {
        let stage = try Stage()
        stage.grant(["id_token": .string(try Forge.token(by: TestKey.otherRSA.get()))])
        #expect(try await stage.refusalOfCode().code == .credentialInvalid)
    }

    @Test(
        "OIDC-07: none is refused in every spelling, before any key is asked for",
        arguments: ["none", "None", "NONE", "nOnE", "none ", ""])
    func unsigned(_ name: String) async throws {
        let stage = try Stage()
        let header = Base64URL.encode(json(["alg": .string(name)]).compactBytes)
        let payload = Base64URL.encode(Forge.claims().compactBytes)
        for text in ["\(header).\(payload).", "\(header).\(payload).AAAA", "\(header).\(payload)"] {
            #expect(try await stage.refusal(text).code == .credentialInvalid)
        }
        #expect(stage.transport.requests.isEmpty)
    }

    @Test(
        "OIDC-07, PRV-23: an algorithm that the preset does not list is refused before any key is asked for",
        arguments: ["RS384", "RS512", "PS256", "ES384", "EdDSA", "HS256", "HS512", "rs256", "RS256 ", "unknown"])
    func notListed(_ name: String) async throws {
        let stage = try Stage()
        let error = try await stage.refusal(Forge.token(header: ["alg": .string(name)]))
        #expect(error.code == .credentialInvalid)
        #expect(error.reason.contains("algorithm") || error.reason.contains("signed with"))
        #expect(stage.transport.requests.isEmpty)
    }

    @Test("OIDC-07: the configuration pins the algorithm further, before any key is asked for")
    func pinned() async throws {
        let stage = try Stage { _ in
        } change: {
            $0.idToken?.algorithms = AcceptedAlgorithms(.es256)
        }
        let error = try await stage.refusal(Forge.token())
        #expect(error.code == .credentialInvalid)
        #expect(error.reason.contains("RS256"))
        #expect(error.reason.contains("ES256"))
        #expect(stage.transport.requests.isEmpty)
        let token = try Forge.token(by: TestKey.ellipticCurve.get())
        #expect(try await stage.identity(token).subject.value == "user-0001")
    }

    @Test("OIDC-07: an algorithm that the metadata lists and the preset does not stays refused")
    func metadataDoesNotWiden() async throws {
        let stage = try Stage()
        stage.transport.publish(
            Stage.discovery,
            Stage.metadata(["id_token_signing_alg_values_supported": .array(["RS512", "HS256", "none"])]))
        let key = try TestKey.rsa("rsa-2048", keyID: "rsa", .rs512)
        #expect(try await stage.refusal(Forge.token(by: key)).code == .credentialInvalid)
    }

    @Test("JOSE-03: a header's algorithm must fit the key it names")
    func misfit() async throws {
        let stage = try Stage()
        for (algorithm, keyID) in [("ES256", "rsa"), ("RS256", "ec")] {
            let token = try Forge.token(header: ["alg": .string(algorithm), "kid": .string(keyID)])
            #expect(try await stage.refusal(token).code == .credentialInvalid)
        }
    }

    // MARK: Shared secrets

    /// LINE, whose channel secret is our client secret.
    private static func line(_ credential: ClientCredential? = nil) throws -> Stage {
        try Stage("line", credential: credential)
    }

    private static let lineIssuer: [String: JSONValue?] = ["iss": "https://access.line.me"]

    @Test("OIDC-08, PRV-23: with the preset for LINE our secret signs with HS256, with kid or without")
    func sharedSecret() async throws {
        let stage = try Self.line()
        for keyID in [nil, "any"] {
            let token = try Forge.token(Self.lineIssuer, by: .secret(Stage.secret, keyID: keyID))
            #expect(try await stage.identity(token).subject.value == "user-0001")
        }
        #expect(stage.transport.requests.isEmpty)
    }

    @Test("PRV-23: with the preset for LINE a published key signs with ES256")
    func publishedKey() async throws {
        let token = try Forge.token(Self.lineIssuer, by: TestKey.ellipticCurve.get())
        #expect(try await Self.line().identity(token).subject.value == "user-0001")
    }

    @Test("OIDC-08: with HS256 another secret, an empty one or anything that is published is not our secret")
    func otherSecrets() async throws {
        let stage = try Self.line()
        let publicPEM = try TestKey.pem("public")
        let keys = try TestKey.set(TestKey.ellipticCurve.get())
        let candidates: [TestKey] = [
            .secret("another-secret-of-thirty-two-bytes-or-so"), .secret(publicPEM),
            .secret([UInt8](publicPEM.dropLast())), .secret(keys.compactBytes), .secret(Forge.client),
            .secret([UInt8](repeating: 0, count: 32)), .secret(Stage.secret + " "),
            .secret(Base64URL.encode(Stage.secret.utf8)),
        ]
        for key in candidates {
            #expect(try await stage.refusal(Forge.token(Self.lineIssuer, by: key)).code == .credentialInvalid)
        }
        #expect(stage.transport.requests.isEmpty)
    }

    @Test("OIDC-08: a symmetric key in the published set never verifies, whoever put it there")
    func publishedSecret() async throws {
        let stage = try Self.line()
        let secret = [UInt8](repeating: 7, count: 32)
        let published = json([
            "kty": "oct", "kid": "shared", "alg": "HS256", "k": .string(Base64URL.encode(secret)),
        ])
        stage.transport.publish(
            "https://api.line.me/oauth2/v2.1/certs", json(["keys": .array([.object(published)])]))
        let token = try Forge.token(Self.lineIssuer, by: .secret(secret, keyID: "shared"))
        #expect(try await stage.refusal(token).code == .credentialInvalid)
    }

    @Test("OIDC-08: without a configured secret, HS256 is a fault of the configuration, and nothing is accepted")
    func noSecret() async throws {
        let stage = try Self.line(ClientCredential.none)
        let token = try Forge.token(Self.lineIssuer, by: .secret(Stage.secret))
        #expect(try await stage.refusal(token).code == .providerMisconfigured)
        let short = try Self.line(.secret(ClientSecret("short")))
        let weak = try Forge.token(Self.lineIssuer, by: .secret("short"))
        let error = try await short.refusal(weak)
        #expect(error.code == .providerMisconfigured)
        #expect(!error.reason.contains("\"short\""))
    }

    @Test("PRV-23: HS256 can be configured off for LINE")
    func switchedOff() async throws {
        let stage = try Stage("line") { _ in
        } change: {
            $0.idToken?.algorithms = AcceptedAlgorithms(.es256)
        }
        let token = try Forge.token(Self.lineIssuer, by: .secret(Stage.secret))
        #expect(try await stage.refusal(token).code == .credentialInvalid)
    }

    @Test(
        "OIDC-08: no other preset accepts HS256, not even with our own secret",
        arguments: ["google", "apple", "slack", "twitch", "yahoo", "oidc", "linkedin", "gitlab", "kakao"])
    func elsewhere(_ id: String) async throws {
        let stage = try Stage(id) { configuration in
            if id == "kakao" { configuration.kakaoAppNumber = "1234" }
        }
        let token = try Forge.token(
            ["iss": .string(stage.connection.provider.preset.issuer)], by: .secret(Stage.secret))
        #expect(try await stage.refusal(token).code == .credentialInvalid)
        #expect(stage.transport.requests.isEmpty)
    }

    @Test("OIDC-08: a generic provider accepts HS256 where it is configured so, then with our secret alone")
    func configured() async throws {
        let stage = try Stage { _ in
        } change: {
            $0.idToken?.algorithms = AcceptedAlgorithms(.hs256)
        }
        let identity = try await stage.identity(Forge.token(by: .secret(Stage.secret)))
        #expect(identity.subject.value == "user-0001")
        #expect(stage.transport.requests.isEmpty)
        #expect(try await stage.refusal(Forge.token()).code == .credentialInvalid)
    }

    @Test("OIDC-08: with a shared secret there is one audience, for every audience could have signed")
    func singleAudience() async throws {
        let stage = try Self.line()
        let several = try Forge.token(
            Self.lineIssuer.merging(["aud": .array(["client-ours", "client-other"]), "azp": "client-ours"]) { $1 },
            by: .secret(Stage.secret))
        let error = try await stage.refusal(several)
        #expect(error.code == .audienceMismatch)
        #expect(error.reason.contains("HS256"))
        let one = try Forge.token(
            Self.lineIssuer.merging(["aud": .array(["client-ours"])]) { $1 }, by: .secret(Stage.secret))
        #expect(try await stage.identity(one).client == "client-ours")
    }

    // MARK: Choosing a key

    @Test("OIDC-19: an unknown kid leads back to the published keys, once, and the new key is then accepted")
    func rotated() async throws {
        let stage = try Stage()
        _ = try await stage.identity(Forge.token())
        var next = try TestKey.rsa.get()
        next.keyID = "rsa-2"
        let token = try Forge.token(by: next)
        stage.transport.publish(Stage.keys, TestKey.set(next))
        #expect(try await stage.refusal(token).code == .credentialInvalid)
        stage.clock.advance(seconds: 30)
        #expect(try await stage.identity(token).subject.value == "user-0001")
        #expect(stage.transport.requests(to: Stage.keys).count == 2)
        #expect(try await stage.refusal(Forge.token()).code == .credentialInvalid)
    }

    @Test("OIDC-19: without a kid the only key that fits the algorithm is used")
    func onlyKey() async throws {
        let token = try Forge.token(header: ["kid": nil])
        #expect(try await Stage().identity(token).subject.value == "user-0001")
    }

    @Test("OIDC-19: without a kid and with several keys that fit, nothing is tried out")
    func ambiguous() async throws {
        let stage = try Stage()
        var second = try TestKey.otherRSA.get()
        second.keyID = "second"
        stage.transport.publish(Stage.keys, TestKey.set(try TestKey.rsa.get(), second))
        #expect(try await stage.refusal(Forge.token(header: ["kid": nil])).code == .credentialInvalid)
        #expect(try await stage.identity(Forge.token()).subject.value == "user-0001")
    }

    @Test("OIDC-19: of two keys with one name neither is used")
    func duplicateNames() async throws {
        let stage = try Stage()
        stage.transport.publish(Stage.keys, TestKey.set(try TestKey.rsa.get(), try TestKey.otherRSA.get()))
        #expect(try await stage.refusal(Forge.token()).code == .credentialInvalid)
    }

    @Test(
        "JOSE-06: a key that the header brings along or points at is never used",
        arguments: ["jwk", "jku", "x5u", "x5c", "x5t"])
    func keysInHeader(_ name: String) async throws {
        let stage = try Stage()
        let attacker = try TestKey.otherRSA.get()
        let values: [String: JSONValue] = [
            "jwk": .object(attacker.webKey), "jku": "https://evil.example/jwks", "x5u": "https://evil.example/x5u",
            "x5c": .array(["MIIB"]), "x5t": "abc",
        ]
        let token = try Forge.token(header: [name: values[name]], by: attacker)
        #expect(try await stage.refusal(token).code == .credentialInvalid)
        #expect(stage.transport.requests.allSatisfy { $0.url.host == "provider.test" })
    }

    @Test(
        "JOSE-07: a kid is compared and nothing else",
        arguments: [
            "../rsa", "rsa'--", "RSA", "rsa ", "https://evil.example/k", "", String(repeating: "k", count: 1025),
        ])
    func keyIdentifiers(_ keyID: String) async throws {
        let stage = try Stage()
        let error = try await stage.refusal(Forge.token(header: ["kid": .string(keyID)]))
        #expect(error.code == .credentialInvalid)
    }

    @Test("keys of a file need no network, and only they count")
    func keyFile() async throws {
        let file = try FixedKeySet(parsing: TestKey.set(TestKey.rsa.get()).compactBytes, format: .jwks)
        let stage = try Stage { _ in
        } change: {
            $0.keys = .file(file)
        }
        #expect(try await stage.identity(Forge.token()).subject.value == "user-0001")
        #expect(try await stage.refusal(Forge.token(by: TestKey.ellipticCurve.get())).code == .credentialInvalid)
        #expect(stage.transport.requests.isEmpty)
    }

    @Test("while the provider is down no verdict is given about a token")
    func unavailable() async throws {
        let stage = try Stage()
        stage.transport.answer(Stage.keys, .down)
        let error = try await stage.refusal(Forge.token())
        #expect(error.code == .providerUnavailable)
        #expect(error.isTemporary)
    }
}
