import BridgeTesting
import HTTPServer
import OAuthClient
import StrictJSON
import Testing

@Suite("Sandbox provider: devices (RFC 8628)")
struct DeviceTests {
    private let desk: ProviderBench

    init() throws {
        desk = try ProviderBench()
    }

    private func start() async throws -> (deviceCode: String, userCode: String) {
        let reply = try await desk.bench.form(
            "/device_authorization", ["client_id": "sandbox-device", "scope": "openid email"])
        guard let deviceCode = reply.json["device_code"]?.string, let userCode = reply.json["user_code"]?.string else {
            throw BenchFailure(reply.text)
        }
        #expect(reply.json["verification_uri"] == "http://127.0.0.1:9099/device")
        let complete = "http://127.0.0.1:9099/device?user_code=\(userCode)"
        #expect(reply.json["verification_uri_complete"] == .string(complete))
        #expect(reply.json["interval"] == 5)
        return (deviceCode, userCode)
    }

    private func poll(_ deviceCode: String, client: String = "sandbox-device") async throws -> Reply {
        try await desk.bench.form(
            "/token",
            [
                "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": client,
                "device_code": deviceCode,
            ])
    }

    @Test("8628-3.5: pending, then tokens, and these but once")
    func approval() async throws {
        let (deviceCode, userCode) = try await start()
        #expect(try await poll(deviceCode).oauthError == "authorization_pending")
        let page = await desk.bench.call("GET", "/device", query: "user_code=\(userCode)")
        #expect(page.text.contains("value=\"\(userCode)\""))
        let typed = userCode.lowercased().replacing("-", with: " ")
        let done = try await desk.bench.form(
            "/device", ["user_code": typed, "user": "alan", "decision": "approve"])
        #expect(done.status == 200)
        desk.bench.clock.advance(by: 5)
        let tokens = try await poll(deviceCode)
        let claims = try payload(of: try #require(tokens.json["id_token"]?.string))
        #expect(claims["sub"] == "sandbox-alan-1912")
        #expect(claims["email_verified"] == false)
        #expect(claims["aud"] == "sandbox-device")
        #expect(try await poll(deviceCode).oauthError == "invalid_grant")
    }

    @Test("8628-3.5: whoever polls too soon waits 5 s longer from then on")
    func slowDown() async throws {
        let (deviceCode, _) = try await start()
        #expect(try await poll(deviceCode).oauthError == "authorization_pending")
        desk.bench.clock.advance(by: 4)
        #expect(try await poll(deviceCode).oauthError == "slow_down")
        desk.bench.clock.advance(by: 9)
        #expect(try await poll(deviceCode).oauthError == "slow_down")
        desk.bench.clock.advance(by: 15)
        #expect(try await poll(deviceCode).oauthError == "authorization_pending")
    }

    @Test("a device whose person declines is told so, and one whose time is up too")
    func endings() async throws {
        let denied = try await start()
        try desk.provider.answer(userCode: denied.userCode, as: nil)
        #expect(try await poll(denied.deviceCode).oauthError == "access_denied")
        let late = try await start()
        desk.bench.clock.advance(by: 600)
        #expect(try await poll(late.deviceCode).oauthError == "expired_token")
        #expect(throws: SandboxError.self) { try desk.provider.answer(userCode: late.userCode, as: "ada") }
    }

    @Test("a code is answered once, by a person who is known, for the client that asked")
    func strangers() async throws {
        let (deviceCode, userCode) = try await start()
        #expect(throws: SandboxError.self) { try desk.provider.answer(userCode: userCode, as: "mallory") }
        #expect(throws: SandboxError.self) { try desk.provider.answer(userCode: "BBBB-BBBB", as: "ada") }
        #expect(throws: SandboxError.self) { try desk.provider.answer(userCode: "", as: "ada") }
        try desk.provider.answer(userCode: userCode, as: nil)
        #expect(throws: SandboxError.self) { try desk.provider.answer(userCode: userCode, as: "ada") }
        #expect(try await poll(deviceCode, client: "unknown").oauthError == "invalid_client")
        let foreign = try await desk.post(
            "/token",
            ["grant_type": "urn:ietf:params:oauth:grant-type:device_code", "device_code": deviceCode])
        #expect(foreign.oauthError == "invalid_grant")
        #expect(try await poll("x").oauthError == "invalid_grant")
        #expect(try await desk.bench.form("/device_authorization", ["client_id": "unknown"]).status == 401)
        let wrong = try await desk.bench.form(
            "/device", ["user_code": "BBBB-BBBB", "user": "ada", "decision": "approve"])
        #expect(wrong.status == 400)
        #expect(try await desk.bench.form("/device", ["user_code": userCode, "user": "ada"]).status == 400)
    }
}
