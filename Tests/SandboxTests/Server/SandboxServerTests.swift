import BridgeTesting
import Cryptography
import HTTPServer
import JOSE
import OAuthClient
import StrictJSON
import Testing
import Transport

@Suite("The sandbox as a server")
struct SandboxServerTests {
    @Test(
        "it listens on this machine alone",
        arguments: [
            "0.0.0.0", "::", "192.168.0.1", "10.0.0.1", "128.0.0.1", "example.com", "", "127.0.0.1.example", "127.1",
            "[127.0.0.1]", "::ffff:127.0.0.1", "LOCALHOST", "[::1", "2130706433",
        ])
    func otherMachines(address: String) {
        #expect(throws: SandboxError.self) { try LoopbackAddress(address) }
    }

    @Test(
        "addresses of this machine are taken",
        arguments: [
            ("127.0.0.1", "127.0.0.1"), ("127.8.9.1", "127.8.9.1"), ("::1", "[::1]"), ("[::1]", "[::1]"),
            ("localhost", "127.0.0.1"),
        ])
    func thisMachine(address: String, host: String) throws {
        #expect(try LoopbackAddress(address).host == host)
    }

    @Test("starts on a free port, answers for all its hosts over HTTP, and stops")
    func life() async throws {
        let running = try Sandbox().start()
        let transport = try CurlTransport(TransportConfiguration(version: "1.2.3", proxy: .none))
        func status(_ path: String) async throws -> Int {
            try await transport.send(.get(EndpointURL(running.base + path))).status
        }
        #expect(running.base == "http://127.0.0.1:\(running.port)")
        #expect(running.services.provider.issuer == running.base)
        #expect(try await status("/.well-known/openid-configuration") == 200)
        #expect(
            try await status("/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com") == 200
        )
        #expect(try await status("/iam.googleapis.com/v1/projects/-/serviceAccounts/a@b.example/keys") == 401)
        #expect(try await status("/nothing") == 404)
        #expect(throws: SandboxError.self) { try Sandbox().start(port: UInt16(running.port)) }
        await running.stop()
        await #expect(throws: OAuthClientError.self) { _ = try await status("/jwks.json") }
    }

    @Test("a request for another host is refused: a page of another site could have its name lead here")
    func otherHosts() async throws {
        let bench = try Bench.shared.get()
        for host in ["evil.example", "evil.example:9099", "127.0.0.1.evil.example", "192.168.0.1:9099"] {
            #expect(await bench.call("GET", "/jwks.json", ["Host": host]).status == 403)
        }
        for host in ["127.0.0.1:9099", "localhost", "[::1]:9099", "[::1]"] {
            #expect(await bench.call("GET", "/jwks.json", ["Host": host]).status == 200)
        }
    }

    @Test("within one process, Google's own addresses lead to the fakes, and all others nowhere")
    func transport() async throws {
        let transport = SandboxTransport(try Bench.shared.get().services)
        let keys = try EndpointURL(
            "https://www.googleapis.com/robot/v1/metadata/x509/sandbox%40sandbox-bridge.iam.gserviceaccount.com")
        let answer = try await transport.send(.get(keys))
        #expect(answer.status == 200)
        #expect(answer["cache-control"] == "public, max-age=900, must-revalidate, no-transform")
        for text in [
            "https://example.com/", "https://googleapis.com.example/", "http://127.0.0.1:9098/jwks.json",
            "https://iam.googleapis.com:8443/v1",
        ] {
            await #expect(throws: OAuthClientError(.providerUnavailable, "")) {
                try await transport.send(.get(EndpointURL(text)))
            }
        }
    }

    @Test("a certificate of the sandbox is one to openssl too")
    func certificate() async throws {
        let bench = try Bench()
        bench.services.iam.addAccount("b@sandbox-bridge.iam.gserviceaccount.com", projectID: "sandbox-bridge")
        let file = try bench.services.iam.makeKeyFile(
            for: "b@sandbox-bridge.iam.gserviceaccount.com", tokenURI: "https://oauth2.googleapis.com/token")
        let keyID = try #require(try JSONObject(parsing: file, limits: .document)["private_key_id"]?.string)
        let reply = await bench.call(
            "GET", "/www.googleapis.com/robot/v1/metadata/x509/b@sandbox-bridge.iam.gserviceaccount.com")
        let pem = try #require(reply.json[keyID]?.string)
        let text = try Certificates.text(of: pem)
        #expect(text.contains("Version: 3 (0x2)"))
        #expect(text.contains("Not Before: Jan 15 08:00:00 2027 GMT"))
        #expect(text.contains("Not After : Dec 31 23:59:59 9999 GMT"))
        #expect(text.contains("Signature Algorithm: sha256WithRSAEncryption"))
        #expect(try Certificates.isSelfSigned(pem))
    }

    @Test("no secret shows when a client, tokens or an account is printed")
    func redaction() throws {
        let bench = try Bench.shared.get()
        let tokens = try bench.services.provider.tokens(for: "sandbox-bridge", as: "ada")
        #expect(!"\(tokens)".contains(tokens.accessToken.secretText))
        #expect(!"\(SandboxClient.standard)".contains("sandbox-bridge-secret"))
    }
}
