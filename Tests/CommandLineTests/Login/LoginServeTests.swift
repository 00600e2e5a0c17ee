import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("login: at a running bridge")
struct LoginServeTests {
    private let bridge: LoginServed

    init() throws {
        bridge = try LoginServed()
    }

    private func start(_ more: [String] = ["--device"]) throws -> RunningProgram {
        try RunningProgram(
            login: ["--bridge", bridge.address, "--client-id", "tv", "--output", "json"] + more, in: bridge.plant.folder
        )
    }

    @Test("a person who approves on another device brings a custom token that Google would take")
    func approved() throws {
        let login = try start(["--device", "--provider", "plant"])
        let code = try login.event("code")
        #expect(code["verification_uri"]?.string == "\(bridge.address)/device")
        try login.wait(for: #""event":"waiting""#)
        try bridge.approve(try #require(code["user_code"]?.string))
        #expect(try login.end() == 0, "\(login.errors)")
        let result = try JSONObject(parsing: [UInt8](login.output.utf8), limits: .document)
        #expect(result["uid"] == "plant:worker-7" && result["profile"]?.object?["email"] == "ann@plant.example")
        let explained = try bridge.explain(try #require(result["custom_token"]?.string))
        #expect(explained.status == 0 && explained.text.contains(#""verdict":"accepted""#), "\(explained.text)")
    }

    @Test("a bridge that ends and comes back while the device waits: the same code still brings the token")
    func restarted() throws {
        // The sessions are in memory unless a store is configured.
        let path = "\(bridge.plant.folder.path)/bridge.json"
        let text = String(decoding: try Locations.bytes(path), as: UTF8.self)
        bridge.served.send(SIGTERM)
        #expect(try bridge.served.end() == 0)
        try bridge.plant.folder.write(
            [UInt8](
                text.replacingOccurrences(of: #""telemetry":"#, with: #""store": "sqlite:b.db", "telemetry":"#).utf8),
            to: "bridge.json", mode: 0o644)
        let first = try Served(bridge.plant.folder, log: "first", environment: ServePlant.environment)
        let login = try start()
        let userCode = try #require(try login.event("code")["user_code"]?.string)
        first.send(SIGTERM)
        #expect(try first.end() == 0)
        try login.wait(for: #""event":"unreachable""#)
        let second = try Served(bridge.plant.folder, log: "second", environment: ServePlant.environment)
        try login.wait(for: #""event":"reachable""#, seconds: 40)
        let (page, cookie) = try ServeDevice(door: try second.door).approve(userCode)
        let onward = try ServeDevice.onward(page)
        try bridge.grant(nonce: onward.parameter("nonce"))
        let state = onward.parameter("state")
        _ = try second.door.get("/callback/plant?code=c1&state=\(state)", ["Cookie": cookie])
        #expect(try login.end() == 0, "\(login.errors)")
    }

    @Test(
        "a client or provider that the bridge does not know", arguments: [["nobody", "plant"], ["tv", "elsewhere"]])
    func unknown(names: [String]) throws {
        let result = try TokenBridge.run(
            ["login", "--bridge", bridge.address, "--device", "--client-id", names[0], "--provider", names[1]],
            in: bridge.plant.folder)
        #expect(result.status == 3 && result.errors.contains("hint: register the client"), "\(result.errors)")
        #expect(result.output.isEmpty && !result.errors.contains("enter the code"))
    }

    @Test("B41: in a browser on another machine, the address that it ended at is pasted, and the code in it redeemed")
    func pasted() throws {
        let login = try RunningProgram(
            login: ["--bridge", bridge.address, "--client-id", "desktop", "--output", "json", "--browser"],
            in: bridge.plant.folder)
        let event = try login.event("browser")
        let address = try #require(URLComponents(string: event["url"]?.string ?? ""))
        let door = try bridge.served.door
        let begun = try door.get("\(address.path)?\(address.percentEncodedQuery ?? "")")
        let onward = try #require(begun.values("Location").first.flatMap { URLComponents(string: $0) }, "\(begun.text)")
        let cookie = begun.values("Set-Cookie").first?.split(separator: ";").first.map(String.init) ?? ""
        try bridge.grant(nonce: onward.parameter("nonce"))
        let back = try door.get("/callback/plant?code=c1&state=\(onward.parameter("state"))", ["Cookie": cookie])
        let end = try #require(back.values("Location").first)
        #expect(end.hasPrefix(event["redirect_uri"]?.string ?? "none"))
        login.type(end.replacingOccurrences(of: "state=", with: "state=x"))
        try login.wait(for: #""event":"paste_refused""#)
        login.type("  \(end) \r")
        #expect(try login.end() == 0, "\(login.errors)")
        let result = try JSONObject(parsing: [UInt8](login.output.utf8), limits: .document)
        #expect(result["uid"] == "plant:worker-7")
    }
}
