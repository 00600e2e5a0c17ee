import StrictJSON
import TestSupport
import Testing

@Suite("The logins of examples/devices: at a running bridge")
struct DeviceExampleServeTests {
    private let bridge: LoginServed

    init() throws {
        bridge = try LoginServed()
    }

    @Test(
        "a person who approves on another device brings a custom token that Google would take",
        arguments: DeviceExample.available)
    func approved(example: DeviceExample) throws {
        let running = try RunningProgram(example, [bridge.address, "tv", "plant"])
        try bridge.approve(try running.userCode())
        #expect(try running.end() == 0, "\(running.errors)")
        #expect(running.output.hasSuffix("\n") && !running.errors.contains("eyJ"))
        let explained = try bridge.explain(String(running.output.dropLast()))
        #expect(explained.status == 0 && explained.text.contains(#""verdict":"accepted""#), "\(explained.text)")
        #expect(explained.text.contains("plant:worker-7"))
    }

    @Test("a person's no ends it with exit code 6", arguments: DeviceExample.available)
    func denied(example: DeviceExample) throws {
        let running = try RunningProgram(example, [bridge.address, "tv"])
        let userCode = try running.userCode()
        let door = try bridge.served.door
        let device = ServeDevice(door: door)
        let (cookie, token) = try device.page(try door.get("/device"))
        let question = try door.post("/device", ["user_code": userCode, "csrf_token": token], ["Cookie": cookie])
        let second = try #require(ServeDevice.value("csrf_token", in: question.text))
        _ = try door.post(
            "/device", ["user_code": userCode, "csrf_token": second, "decision": "deny"], ["Cookie": cookie])
        #expect(try running.end() == 6, "\(running.errors)")
        #expect(running.output.isEmpty)
    }

    @Test(
        "a client or provider that the bridge does not know ends it before there is a code",
        arguments: DeviceExample.available, [["nobody"], ["desktop"], ["tv", "elsewhere"]])
    func unknown(example: DeviceExample, names: [String]) throws {
        let running = try RunningProgram(example, [bridge.address] + names)
        #expect([3, 4].contains(try running.end()), "\(running.errors)")
        #expect(running.output.isEmpty && !running.errors.contains("enter the code"))
    }
}
