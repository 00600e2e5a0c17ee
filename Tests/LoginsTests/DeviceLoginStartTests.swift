import Foundation
import Logins
import OAuthClient
import StrictJSON
import TestSupport
import Testing

@Suite("Device login: before there is a code")
struct DeviceLoginStartTests {
    @Test(
        "a bridge that refuses to start says why",
        arguments: [
            ("invalid_client", 401, LoginError.Code.clientNotAllowed), ("unauthorized_client", 400, .clientNotAllowed),
            ("invalid_request", 400, .refusedByBridge), ("temporarily_unavailable", 429, .bridgeUnavailable),
            ("server_error", 500, .bridgeUnavailable),
        ])
    func refused(error: String, status: Int, code: LoginError.Code) async throws {
        let bridge = ScriptedBridge(start: .refusal(error, status))
        let refusal = try await Stage.refusal(bridge)
        #expect(refusal.code == code && bridge.polls.isEmpty)
        #expect(refusal.retryAfterSeconds == (status == 429 ? 90 : nil))
    }

    @Test("a bridge that cannot be reached is told from one that answers nonsense")
    func unreachable() async throws {
        #expect(try await Stage.refusal(ScriptedBridge(start: .gone)).code == .bridgeUnavailable)
        for nonsense in ["", "<html>", "[]", "{}"] {
            #expect(
                try await Stage.refusal(ScriptedBridge(start: .answer(200, nonsense))).code == .bridgeAnswerInvalid)
        }
    }

    @Test("a server without device logins is told so", arguments: ["device_authorization_endpoint", "token_endpoint"])
    func notOffered(endpoint: String) async throws {
        let bridge = ScriptedBridge(metadata: [endpoint: .null])
        #expect(try await Stage.refusal(bridge).code == .loginNotOffered)
    }

    @Test(
        "8414-02: the metadata must be that of the bridge", arguments: ["https://evil.test", "https://bridge.test/x"])
    func otherIssuer(issuer: String) async throws {
        let bridge = ScriptedBridge(metadata: ["issuer": .string(issuer)])
        #expect(try await Stage.refusal(bridge).code == .bridgeAddressInvalid)
        #expect(bridge.forms("device_authorization_endpoint").isEmpty)
    }

    @Test("a slash at the end of the address does not matter")
    func slash() async throws {
        let (result, _) = try await Stage.device(ScriptedBridge([.granted]), issuer: "https://bridge.test/")
        #expect(throws: Never.self) { try result.get() }
    }

    @Test("an endpoint without TLS is not called", arguments: ["token_endpoint", "device_authorization_endpoint"])
    func plainEndpoint(endpoint: String) async throws {
        let bridge = ScriptedBridge(metadata: [endpoint: "http://bridge.test/x"])
        let refusal = try await Stage.refusal(bridge)
        #expect(refusal.code == .bridgeAnswerInvalid && refusal.reason.contains(endpoint))
    }

    @Test(
        "an address for the person that must not be shown is the bridge's fault, and told as that",
        arguments: [
            "javascript:alert(1)", "http://evil.test/device", "https://bank.test@evil.test/", "https://a.test/ x",
        ])
    func verificationURI(address: String) async throws {
        let answer =
            #"{"device_code":"dc","user_code":"WDJB-MJHT","verification_uri":"\#(address)","expires_in":600}"#
        let bridge = ScriptedBridge(start: .answer(200, answer))
        let refusal = try await Stage.refusal(bridge)
        #expect(refusal.code == .bridgeAnswerInvalid && refusal.reason.contains("verification_uri"))
        #expect(bridge.forms("token_endpoint").isEmpty)
    }

    @Test("B45: codes of all shapes that providers have are shown, and unusable ones refused before any poll")
    func caseOfShapes() async throws {
        let folder = try Locations.caseFolder("B45")
        let object = try JSONObject(parsing: Locations.bytes("\(folder)/case.json"), limits: .document)
        var seen = 0
        for variant in object["variants"]?.array ?? [] {
            let file = variant.object?["file"]?.string ?? ""
            let expected = variant.object?["expect"]?.string
            // A bridge answers in JSON, always.
            guard file.hasSuffix(".http"), file != "form.http", expected != "accept-or-reject" else { continue }
            let text = String(decoding: try Locations.bytes("\(folder)/\(file)"), as: UTF8.self)
            let body = text.components(separatedBy: "\r\n\r\n").dropFirst().joined()
            let status = Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0
            let bridge = ScriptedBridge(start: .answer(status, body), [.granted])
            let (result, events) = try await Stage.device(bridge)
            #expect(events.isEmpty == (expected == "reject"), "\(file): \(result)")
            #expect(bridge.polls.isEmpty == (expected == "reject"), "\(file)")
            seen += 1
        }
        #expect(seen >= 8)
    }

    @Test("B45: control characters of a code never reach the terminal")
    func escapeCodes() async throws {
        let code =
            #"{"device_code":"d","user_code":"AB\u001b[31mCD\u0007","verification_uri":"https://bridge.test/device"}"#
        let (_, events) = try await Stage.device(ScriptedBridge(start: .answer(200, code), [.granted]))
        #expect(events.first == "code ABCD https://bridge.test/device")
    }
}
