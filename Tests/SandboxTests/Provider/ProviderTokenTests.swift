import BridgeTesting
import Cryptography
import HTTPServer
import JOSE
import OAuthClient
import StrictJSON
import Testing

@Suite("Sandbox provider: tokens")
struct ProviderTokenTests {
    private let desk: ProviderBench

    init() throws {
        desk = try ProviderBench()
    }

    @Test("a code is good for tokens, whose ID token the client verifies", arguments: ["ES256", "RS256"])
    func code(algorithm: String) async throws {
        let reply = try await desk.post(
            "/token",
            [
                "grant_type": "authorization_code", "code": try desk.code(), "code_verifier": ProviderBench.verifier,
                "redirect_uri": ProviderBench.redirect, "id_token_signed_response_alg": algorithm,
            ])
        #expect(reply.headers["Cache-Control"] == "no-store")
        let token = try #require(reply.json["id_token"]?.string)
        #expect(try CompactJWS(parsing: token).unverifiedHeader.algorithm.rawValue == algorithm)
        _ = try await desk.verified(token, for: "sandbox-bridge")
        let claims = try payload(of: token)
        #expect(claims["sub"] == "sandbox-ada-1815")
        #expect(claims["nonce"] == "n0nce")
        #expect(claims["email_verified"] == true)
        let hash = try TokenHash.leftHalf(
            of: try #require(reply.json["access_token"]?.string), for: algorithm == "ES256" ? .es256 : .rs256)
        #expect(claims["at_hash"] == .string(hash))
    }

    @Test("an unknown algorithm is refused, and a client that is registered for RS256 gets it")
    func algorithms() async throws {
        let wish = try await desk.post(
            "/token", ["grant_type": "authorization_code", "id_token_signed_response_alg": "none"])
        #expect(wish.oauthError == "invalid_request")
        let code = try desk.code(["client_id": "sandbox-classic"])
        let reply = try await desk.redeem(code, client: "sandbox-classic")
        let token = try #require(reply.json["id_token"]?.string)
        #expect(try CompactJWS(parsing: token).unverifiedHeader.algorithm == .rs256)
    }

    @Test("scopes say what there is in the ID token")
    func scopes() async throws {
        let plain = try await desk.tokens(["scope": "openid"])
        #expect(try payload(of: try #require(plain["id_token"]?.string))["email"] == nil)
        let without = try await desk.tokens(["scope": "email"])
        #expect(without["id_token"] == nil)
        #expect(without["scope"] == "email")
    }

    @Test(
        "7636-4.6: another verifier, a short one and none is refused",
        arguments: ["dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXK", "short", ""])
    func verifiers(verifier: String) async throws {
        #expect(try await desk.redeem(desk.code(), verifier: verifier).oauthError == "invalid_grant")
    }

    @Test("a verifier without a challenge is refused too")
    func verifierAlone() async throws {
        let code = try desk.code(["code_challenge": "", "code_challenge_method": ""])
        #expect(try await desk.redeem(code).oauthError == "invalid_grant")
    }

    @Test("another redirect address and another port are refused")
    func redirects() async throws {
        for redirect in ["http://127.0.0.1:54322/callback", "http://127.0.0.1/callback", ""] {
            #expect(try await desk.redeem(desk.code(), redirect: redirect).oauthError == "invalid_grant")
        }
    }

    @Test("another client does not get the tokens, and the code stays good for its own")
    func otherClient() async throws {
        let code = try desk.code()
        #expect(try await desk.redeem(code, client: "somebody-else").oauthError == "invalid_grant")
        #expect(try await desk.redeem(code).status == 200)
    }

    @Test("6749-4.1.2: a code that comes twice is refused, and takes its tokens with it")
    func reuse() async throws {
        let code = try desk.code()
        let tokens = try await desk.redeem(code).json
        #expect(try await desk.redeem(code).oauthError == "invalid_grant")
        let refresh = try await desk.post(
            "/token", ["grant_type": "refresh_token", "refresh_token": tokens["refresh_token"]?.string ?? ""])
        #expect(refresh.oauthError == "invalid_grant")
    }

    @Test("a code ends after a minute, and a wrong attempt uses it up")
    func codeEnds() async throws {
        let old = try desk.code()
        desk.bench.clock.advance(by: 60)
        #expect(try await desk.redeem(old).oauthError == "invalid_grant")
        let spoilt = try desk.code()
        _ = try await desk.redeem(spoilt, verifier: "short")
        #expect(try await desk.redeem(spoilt).oauthError == "invalid_grant")
    }

    @Test("a refresh token is replaced; the old one ends all of them (9700-4.14.2)")
    func refresh() async throws {
        let tokens = try await desk.tokens()
        let first = try #require(tokens["refresh_token"]?.string)
        func refresh(_ token: String) async throws -> Reply {
            try await desk.post("/token", ["grant_type": "refresh_token", "refresh_token": token])
        }
        let answer = try await refresh(first)
        let second = try #require(answer.json["refresh_token"]?.string)
        #expect(first != second)
        let further = try await refresh(second)
        let third = try #require(further.json["refresh_token"]?.string)
        #expect(try await refresh(first).oauthError == "invalid_grant")
        #expect(try await refresh(third).oauthError == "invalid_grant")
    }

    @Test("a refresh token of another client, an access token and an old one are none")
    func refreshFaults() async throws {
        let tokens = try await desk.tokens()
        let refresh = try #require(tokens["refresh_token"]?.string)
        let access = try #require(tokens["access_token"]?.string)
        let foreign = try await desk.post(
            "/token", ["grant_type": "refresh_token", "refresh_token": refresh], client: "somebody-else")
        #expect(foreign.oauthError == "invalid_grant")
        let wrong = try await desk.post("/token", ["grant_type": "refresh_token", "refresh_token": access])
        #expect(wrong.oauthError == "invalid_grant")
        desk.bench.clock.advance(by: 86_400)
        let late = try await desk.post("/token", ["grant_type": "refresh_token", "refresh_token": refresh])
        #expect(late.oauthError == "invalid_grant")
    }

    @Test("clients must prove themselves as they are registered")
    func clients() async throws {
        let wrong = try await desk.post("/token", ["grant_type": "refresh_token"], secret: "wrong")
        #expect(wrong.status == 401)
        #expect(wrong.oauthError == "invalid_client")
        #expect(wrong.headers["WWW-Authenticate"]?.hasPrefix("Basic") == true)
        let none = try await desk.bench.form("/token", ["grant_type": "refresh_token", "client_id": "sandbox-bridge"])
        #expect(none.oauthError == "invalid_client")
        let secretOfPublic = try await desk.post("/token", ["grant_type": "x"], client: "sandbox-device")
        #expect(secretOfPublic.oauthError == "invalid_client")
        let both = try await desk.post("/token", ["grant_type": "x", "client_secret": "sandbox-bridge-secret"])
        #expect(both.oauthError == "invalid_request")
        let other = try await desk.post("/token", ["grant_type": "x", "client_id": "somebody-else"])
        #expect(other.oauthError == "invalid_request")
        let post = try await desk.bench.form(
            "/token",
            ["grant_type": "x", "client_id": "sandbox-bridge", "client_secret": "sandbox-bridge-secret"])
        #expect(post.oauthError == "unsupported_grant_type")
        #expect(await desk.bench.post("/token", "{}").oauthError == "invalid_request")
        #expect(await desk.bench.call("GET", "/token").status == 404)
    }

    @Test("a genuine token of another client is to be had on request, and its audience is that client")
    func wrongClient() async throws {
        let tokens = try desk.provider.tokens(for: "somebody-else", as: "ada", nonce: "n0nce")
        _ = try await desk.verified(tokens.idToken.secretText, for: "somebody-else")
        await #expect(throws: JOSEError(.audienceMismatch, "")) {
            try await desk.verified(tokens.idToken.secretText, for: "sandbox-bridge")
        }
        let reply = try await desk.bench.form("/sandbox/tokens", ["client_id": "somebody-else", "user": "alan"])
        #expect(try payload(of: try #require(reply.json["id_token"]?.string))["aud"] == "somebody-else")
        #expect(try await desk.bench.form("/sandbox/tokens", ["client_id": "x", "user": "ada"]).status == 400)
        #expect(throws: SandboxError.self) { try desk.provider.tokens(for: "somebody-else", as: "mallory") }
    }

    @Test("keys rotate: the old ones verify until they are forgotten")
    func rotation() async throws {
        let before = try await desk.tokens()
        let old = try #require(before["id_token"]?.string)
        #expect(await desk.bench.call("POST", "/sandbox/rotate").status == 200)
        let after = try await desk.tokens()
        let new = try #require(after["id_token"]?.string)
        #expect(try CompactJWS(parsing: old).unverifiedHeader.keyID != CompactJWS(parsing: new).unverifiedHeader.keyID)
        _ = try await desk.verified(old, for: "sandbox-bridge")
        _ = try await desk.verified(new, for: "sandbox-bridge")
        #expect(await desk.bench.call("POST", "/sandbox/forget-keys").status == 200)
        await #expect(throws: JOSEError.self) { try await desk.verified(old, for: "sandbox-bridge") }
        _ = try await desk.verified(new, for: "sandbox-bridge")
    }

    @Test("userinfo says who an access token is of, and nothing to anyone else")
    func userinfo() async throws {
        let tokens = try await desk.tokens(["scope": "openid email"])
        let access = try #require(tokens["access_token"]?.string)
        let refresh = try #require(tokens["refresh_token"]?.string)
        let reply = await desk.bench.call("GET", "/userinfo", ["Authorization": "Bearer \(access)"])
        #expect(reply.json.names == ["sub", "email", "email_verified"])
        for token in [refresh, "x", ""] {
            let refused = await desk.bench.call("GET", "/userinfo", ["Authorization": "Bearer \(token)"])
            #expect(refused.status == 401)
            #expect(refused.headers["WWW-Authenticate"]?.contains("invalid_token") == true)
        }
        desk.bench.clock.advance(by: 3600)
        #expect(await desk.bench.call("GET", "/userinfo", ["Authorization": "Bearer \(access)"]).status == 401)
    }

    @Test("7662: introspection tells whose client a token is of, to clients with a secret alone")
    func introspection() async throws {
        let access = try desk.provider.tokens(for: "somebody-else", as: "ada").accessToken.secretText
        let reply = try await desk.post("/introspect", ["token": access])
        #expect(reply.json["active"] == true)
        #expect(reply.json["client_id"] == "somebody-else")
        #expect(try await desk.post("/introspect", ["token": "x"]).text == #"{"active":false}"#)
        let open = try await desk.bench.form("/introspect", ["token": access, "client_id": "sandbox-device"])
        #expect(open.status == 401)
        desk.bench.clock.advance(by: 3600)
        #expect(try await desk.post("/introspect", ["token": access]).text == #"{"active":false}"#)
    }

    @Test("7009: a revoked refresh token takes all with it; others' tokens are not ours to revoke")
    func revocation() async throws {
        let tokens = try await desk.tokens()
        let access = try #require(tokens["access_token"]?.string)
        let refresh = try #require(tokens["refresh_token"]?.string)
        let foreign = try await desk.post("/revoke", ["token": refresh], client: "somebody-else")
        #expect(foreign.oauthError == "unauthorized_client")
        #expect(try await desk.post("/introspect", ["token": access]).json["active"] == true)
        #expect(try await desk.post("/revoke", ["token": refresh]).status == 200)
        #expect(try await desk.post("/introspect", ["token": access]).json["active"] == false)
        #expect(try await desk.post("/revoke", ["token": "x"]).status == 200)
    }

    @Test("the metadata is such as our own client reads, and names what is there")
    func metadata() async throws {
        let issuer = try IssuerIdentifier("http://127.0.0.1:9099")
        let metadata = try await MetadataDiscovery(transport: SandboxTransport(desk.bench.services)).metadata(
            of: .exactly(issuer), at: .openIDConnect(issuer))
        #expect(metadata.tokenEndpoint?.text == "http://127.0.0.1:9099/token")
        let reply = await desk.bench.call("GET", "/.well-known/openid-configuration")
        #expect(reply.json["id_token_signing_alg_values_supported"] == .array(["ES256", "RS256"]))
        let keys = try JSONWebKeySet(
            parsing: [UInt8](await desk.bench.call("GET", "/jwks.json").text.utf8), limits: .document)
        #expect(keys.keys.map(\.algorithm) == [.es256, .rs256])
        #expect(keys.skippedKeys.isEmpty)
    }
}
