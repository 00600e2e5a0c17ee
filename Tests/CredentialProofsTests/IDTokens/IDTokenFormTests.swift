import CredentialProofs
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("ID tokens: form")
struct IDTokenFormTests {
    @Test("a token that keeps every rule proves who somebody is, and to which client it was issued")
    func accepted() async throws {
        let stage = try Stage()
        let token = try Forge.token([
            "email": "a@example.test", "email_verified": true, "acr": "urn:level:2", "amr": .array(["pwd", "otp"]),
            "auth_time": .integer(Forge.now - 60),
        ])
        let identity = try await stage.identity(token)
        #expect(identity.providerID == "example")
        #expect(identity.issuer == Forge.issuer)
        #expect(identity.subject.value == "user-0001")
        #expect(identity.client == Forge.client)
        #expect(identity.proof == .idTokenVerified)
        #expect(identity.provenAt.secondsSinceEpoch == Forge.now)
        #expect(identity.profile.email?.address == "a@example.test")
        #expect(identity.profile.emailVerified)
        #expect(identity.authentication.contextClass == "urn:level:2")
        #expect(identity.authentication.methods == ["pwd", "otp"])
        #expect(identity.authentication.time?.secondsSinceEpoch == Forge.now - 60)
        #expect(stage.transport.requests.map(\.url.text) == [Stage.discovery, Stage.keys])
    }

    @Test("OIDC-01: an encrypted token is refused with a message that says so, before anything is fetched")
    func encrypted() async throws {
        let stage = try Stage()
        let header = Base64URL.encode(#"{"alg":"RSA-OAEP","enc":"A256GCM"}"#.utf8)
        let error = try await stage.refusal("\(header).a2V5.aXY.Y2lwaGVydGV4dA.dGFn")
        #expect(error.code == .credentialInvalid)
        #expect(error.reason.contains("encrypted"))
        #expect(error.reason.contains("JWE"))
        #expect(stage.transport.requests.isEmpty)
    }

    @Test(
        "JOSE-01, JOSE-19: what is no compact JWS is refused before anything is fetched",
        arguments: [
            "", " ", "opaque-token", "ya29.a0Af.x", "{\"payload\":\"\"}", "a.b", "a.b.c.d", "a.b.c", "..",
            "e30.e30.e30",
        ])
    func shapes(_ text: String) async throws {
        let stage = try Stage()
        #expect(try await stage.refusal(text).code == .credentialInvalid)
        #expect(stage.transport.requests.isEmpty)
    }

    @Test(
        "nothing may stand around or within a token: its mark would be another",
        arguments: [" %", "% ", "%\n", "\n%", "\u{FEFF}%", "Bearer %", "%=", "%.", ".%", "\0%", "%\u{0}"])
    func surroundings(_ frame: String) async throws {
        let stage = try Stage()
        let token = frame.replacing("%", with: try Forge.token())
        #expect(try await stage.refusal(token).code == .credentialInvalid)
    }

    @Test(
        "JOSE-01: another spelling of the same base64url is refused: its mark would be another", arguments: [0, 1, 2])
    func unusedBits(_ part: Int) async throws {
        let stage = try Stage()
        // Lengths that leave unused bits in each part.
        for filler in ["", "x", "xx"] {
            let token = try Forge.token(["pad": .string(filler)], header: ["pad": .string(filler)])
            var parts = token.split(separator: ".").map { String($0) }
            guard parts[part].utf8.count % 4 != 0, let last = parts[part].utf8.last else { continue }
            let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
            let index = try #require(alphabet.firstIndex(of: last))
            let other = String(decoding: [alphabet[index ^ 1]], as: UTF8.self)
            parts[part] = String(parts[part].dropLast()) + other
            #expect(try await stage.refusal(parts.joined(separator: ".")).code == .credentialInvalid)
        }
    }

    @Test(
        "JOSE-17: tokens of another kind are refused by their typ",
        arguments: [
            "at+jwt", "application/at+jwt", "dpop+jwt", "logout+jwt", "secevent+jwt", "token-introspection+jwt", "",
            "JWT ", "jwe",
        ])
    func types(_ type: String) async throws {
        let token = try Forge.token(header: ["typ": .string(type)])
        #expect(try await Stage().refusal(token).code == .credentialInvalid)
    }

    @Test(
        "JOSE-17: an ID token says JWT, in whatever case, or nothing",
        arguments: ["JWT", "jwt", "application/JWT", nil])
    func plainTypes(_ type: String?) async throws {
        let token = try Forge.token(header: ["typ": type.map { .string($0) }])
        #expect(try await Stage().identity(token).subject.value == "user-0001")
    }

    @Test(
        "a back-channel logout token or security event without a typ of its own is no ID token",
        arguments: [
            "http://schemas.openid.net/event/backchannel-logout",
            "https://schemas.openid.net/secevent/risc/event-type/account-disabled",
        ])
    func events(_ name: String) async throws {
        let events = json([:])
        var all = JSONObject()
        all[name] = .object(events)
        for token in [
            try Forge.token(["events": .object(all), "jti": "j"]),
            try Forge.token(["events": .object(all), "jti": "j"], header: ["typ": nil]),
        ] {
            let error = try await Stage().refusal(token)
            #expect(error.code == .credentialInvalid)
            #expect(error.reason.contains("events"))
        }
    }

    @Test(
        "JOSE-05: a token that marks anything as critical is refused",
        arguments: [JSONValue.array(["exp"]), .array([]), .string("exp"), .array(["b64"]), .null])
    func critical(_ value: JSONValue) async throws {
        let token = try Forge.token(header: ["crit": value, "b64": nil])
        #expect(try await Stage().refusal(token).code == .credentialInvalid)
    }

    @Test(
        "JOSE-02: claims that are no object, or name one member twice, are refused though the signature is right",
        arguments: [
            "[]", "\"text\"", "null", "", "{", "{\"iss\":\"https://provider.test\"}{}",
            #"{"iss":"https://provider.test","aud":"client-ours","sub":"victim","sub":"user-0001","iat":1796011894,"exp":1796015494}"#,
            #"{"iss":"https://provider.test","aud":"client-other","\u0061ud":"client-ours","sub":"u","iat":1796011894,"exp":1796015494}"#,
        ])
    func payloads(_ text: String) async throws {
        let token = try Forge.token(payload: Array(text.utf8))
        #expect(try await Stage().refusal(token).code == .credentialInvalid)
    }

    @Test(
        "JOSE-02: a null character in a claim makes the whole token unusable",
        arguments: ["iss", "aud", "sub", "nonce"])
    func nullCharacter(_ name: String) async throws {
        let text = Forge.claims(["nonce": "n"])[name]?.string ?? ""
        let error = try await Stage().refusal(Forge.token([name: .string(text + "\u{0}")]), nonce: .asSent("n"))
        #expect(error.code == .credentialInvalid)
        #expect(error.reason.contains("null character"))
    }

    @Test("JOSE-18: a token beyond 16 KiB is refused, one below is not")
    func size() async throws {
        let stage = try Stage()
        let long = try Forge.token(["pad": .string(String(repeating: "x", count: 16 << 10))])
        #expect(try await stage.refusal(long).code == .credentialInvalid)
        let short = try Forge.token(["pad": .string(String(repeating: "x", count: 10_000))])
        #expect(try await stage.identity(short).subject.value == "user-0001")
    }

    @Test("no refusal shows any part of the token")
    func redaction() async throws {
        let stage = try Stage()
        let good = try Forge.token(["nonce": "n-secret-0123456789"])
        let parts = good.split(separator: ".").map { String($0) }
        for token in [good, "\(parts[0]).\(parts[1]).\(parts[0])", parts[1], "Bearer \(good)", "\(good).\(good)"] {
            let error = try await stage.refusal(token, nonce: .raw(RawNonce("another-secret-9876")))
            for text in [error.reason, "\(error)", String(reflecting: error)] {
                #expect(!text.contains(parts[1].prefix(12)))
                #expect(!text.contains(parts[2].prefix(12)))
                #expect(!text.contains("n-secret"))
                #expect(!text.contains("another-secret"))
            }
        }
    }

    @Test(
        "an access or refresh token that is a JWT for our client is no ID token, whatever its header says",
        arguments: [
            ["typ": "Bearer"], ["typ": "Refresh"], ["typ": "Offline"], ["typ": "Logout"], ["token_use": "access"],
            ["client_id": "client-ours", "scope": "openid"], ["client_id": "client-ours", "scp": .array(["openid"])],
        ] as [[String: JSONValue]])
    func accessTokensAsIDTokens(_ claims: [String: JSONValue]) async throws {
        let error = try await Stage().refusal(Forge.token(claims))
        #expect(error.code == .credentialInvalid)
        #expect(error.reason.contains("not an ID token") || error.reason.contains("it is an access token"))
    }

    @Test(
        "what ID tokens say of themselves is no fault",
        arguments: [["typ": "ID"], ["token_use": "id"], ["scope": "openid"]])
    func idTokensThatSaySo(_ claims: [String: String]) async throws {
        let claims = claims.mapValues { JSONValue.string($0) }
        #expect(try await Stage().identity(Forge.token(claims)).proof == .idTokenVerified)
    }
}
