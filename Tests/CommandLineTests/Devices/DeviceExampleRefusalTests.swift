import TestSupport
import Testing

@Suite("The logins of examples/devices: what they refuse")
struct DeviceExampleRefusalTests {
    @Test(
        "http is for this machine alone, and nothing is sent elsewhere", arguments: DeviceExample.available,
        [
            "http://bridge.example", "http://127.0.0.1.example", "http://127.0.0.1@bridge.example",
            "http://127.0.0.1:80@bridge.example", "http://localhost.example", "ftp://bridge.example", "bridge.example",
            "file:///etc/passwd", "", "https://", "--version", "https://bridge.example/ x",
        ])
    func address(example: DeviceExample, address: String) throws {
        let run = try DeviceRun(example, [address, "tv"], at: DeviceBridge())
        #expect(run.isRefusal(3), "\(run.status) \(run.result.errors)")
    }

    @Test(
        "a wrong number of arguments is a misuse", arguments: DeviceExample.available,
        [[], ["a"], ["a", "b", "c", "d"]])
    func usage(example: DeviceExample, arguments: [String]) throws {
        let run = try DeviceRun(example, arguments, at: DeviceBridge())
        #expect(run.isRefusal(2) && run.result.errors.contains("usage: login"), "\(run.status) \(run.result.errors)")
    }

    @Test(
        "metadata that is none, or another bridge's, or names no login by code, ends it before a code is asked for",
        arguments: DeviceExample.available,
        [
            (["issuer": "https://evil.example"], 3), (["issuer": "ORIGINX"], 3), (["issuer": ""], 5),
            (["device_authorization_endpoint": ""], 3), (["token_endpoint": ""], 3),
            (["device_authorization_endpoint": "http://evil.example/start"], 5),
            (["device_authorization_endpoint": "file:///etc/passwd"], 5),
        ] as [([String: String], Int32)])
    func metadata(example: DeviceExample, change: (members: [String: String], status: Int32)) throws {
        let bridge = try DeviceBridge(metadata: change.members)
        let run = try DeviceRun(example, at: bridge)
        #expect(run.isRefusal(change.status), "\(run.status) \(run.result.errors)")
        #expect(bridge.requests.count == 1)
    }

    @Test("a code is sent to no address that is not allowed", arguments: DeviceExample.available)
    func pollAddress(example: DeviceExample) throws {
        let bridge = try DeviceBridge(metadata: ["token_endpoint": "http://127.0.0.1@evil.example/token"])
        let run = try DeviceRun(example, at: bridge)
        #expect(run.isRefusal(5) && bridge.polls == 0, "\(run.status) \(run.result.errors)")
    }

    @Test(
        "an address that is not allowed is not shown as the one to open", arguments: DeviceExample.available,
        [
            "javascript:alert(1)", "JAVASCRIPT:alert(1)", "data:text/html,x", "file:///etc/passwd", "ftp://127.0.0.1/",
            "http://evil.example/device", "http://127.0.0.1@evil.example/", "http://127.0.0.1.evil.example/device",
            "https://", "https:///device", "//evil.example/device", "/device", "https://evil.example/ x",
        ])
    func shownAddress(example: DeviceExample, address: String) throws {
        let bridge = try DeviceBridge(code: ["verification_uri": "\"\(address)\""])
        let run = try DeviceRun(example, at: bridge)
        #expect(run.isRefusal(5) && bridge.polls == 0, "\(run.status) \(run.result.errors)")
        #expect(!run.result.errors.contains("to sign in, open"), "\(run.result.errors)")
    }

    @Test(
        "a bridge that is gone, or out of order, is a temporary failure; one that answers nonsense is not",
        arguments: DeviceExample.available,
        [
            (DeviceBridge.gone, 75), (.init("{}", 503), 75), (.init("<html>"), 5), (.init(""), 5), (.init("[1]"), 5),
            (.init(#"{"issuer":"ORIGIN""#), 5), (.init("{}", 302, ["Location": "https://evil.example/"]), 5),
        ] as [(DeviceBridge.Answer, Int32)])
    func first(example: DeviceExample, end: (answer: DeviceBridge.Answer, status: Int32)) throws {
        for bridge in [try DeviceBridge(first: end.answer), try DeviceBridge(start: end.answer)] {
            let run = try DeviceRun(example, at: bridge)
            #expect(run.isRefusal(end.status), "\(run.status) \(run.result.errors)")
            #expect(bridge.polls == 0)
        }
    }

    @Test(
        "8628-08: a first answer without what a login needs ends it", arguments: DeviceExample.available,
        ["device_code", "user_code", "verification_uri", "expires_in"])
    func missing(example: DeviceExample, member: String) throws {
        for value in ["", "null", "[1]"] {
            let bridge = try DeviceBridge(code: [member: value])
            let run = try DeviceRun(example, at: bridge)
            #expect(run.isRefusal(5) && bridge.polls == 0, "\(run.status) \(run.result.errors)")
        }
    }

    @Test("an answer that is too large is not read to its end", arguments: DeviceExample.available)
    func tooLarge(example: DeviceExample) throws {
        let bridge = try DeviceBridge(first: .init("{\"x\":\"\(String(repeating: "x", count: 200_000))\"}"))
        let run = try DeviceRun(example, at: bridge)
        #expect([5, 75].contains(run.status) && run.result.output.isEmpty, "\(run.status) \(run.result.errors)")
    }

    @Test("nothing that a bridge says can move the terminal's cursor", arguments: DeviceExample.available)
    func control(example: DeviceExample) throws {
        let strange = #""WDJB\u001b[2J\u009b\r-MJHT""#
        let run = try DeviceRun(example, at: DeviceBridge(code: ["user_code": strange]))
        #expect(run.result.errors.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) }, "\(run.result.errors)")
    }
}
