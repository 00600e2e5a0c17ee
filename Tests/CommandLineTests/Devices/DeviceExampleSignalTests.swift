import Foundation
import TestSupport
import Testing

@Suite("The logins of examples/devices: signals")
struct DeviceExampleSignalTests {
    @Test(
        "SIGINT, SIGTERM and SIGHUP give it up with exit code 6 and without a token",
        arguments: DeviceExample.available, [SIGINT, SIGTERM, SIGHUP])
    func givenUp(example: DeviceExample, signal: Int32) throws {
        let bridge = try DeviceBridge([DeviceBridge.pending])
        // What the tests themselves were started with is no matter here.
        let running = try RunningProgram(example, [bridge.origin, "tv"], through: ["env", "--default-signal"])
        _ = try running.userCode()
        #expect(try running.end(by: signal) == 6, "\(running.errors)")
        #expect(running.output.isEmpty && !running.errors.contains("Traceback"), "\(running.errors)")
    }

    @Test(
        "a signal that it was started without, as nohup does, does not end it",
        arguments: DeviceExample.available, [SIGINT, SIGHUP])
    func ignored(example: DeviceExample, signal: Int32) throws {
        let bridge = try DeviceBridge()
        let name = signal == SIGINT ? "INT" : "HUP"
        let running = try RunningProgram(example, [bridge.origin, "tv"], through: ["env", "--ignore-signal=\(name)"])
        _ = try running.userCode()
        running.send(signal)
        #expect(try running.end() == 0, "\(running.errors)")
        #expect(running.output == DeviceBridge.token + "\n")
    }
}
