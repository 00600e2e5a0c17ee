import StrictJSON
import TestSupport
import Testing

@Suite("serve: what has expired")
struct ServeSweepTests {
    @Test(
        "is removed from the store by the service, unasked",
        .enabled(if: MovedTime.isPossible, "there is no C compiler"))
    func sweeps() throws {
        let plant = try ServePlant.folder(#""store": "sqlite:bridge.db""#)
        let time = try MovedTime(in: plant.folder)
        let served = try Served(plant.folder, environment: ServePlant.environment.merging(time.environment) { $1 })
        let codes = try (0..<3).map { _ in try ServeDevice(door: try served.door).start().deviceCode }
        try time.move(seconds: 86400)
        try served.wait(for: "expired records were removed", seconds: 90)
        let entry = try #require(served.entries("expired records were removed").first)
        // Each sign-in has a record of its own, and one of its user code.
        #expect((entry["count"]?.integer ?? 0) >= 6)
        for code in codes {
            #expect(try served.door.post("/token", ServeDevice.poll(code)).json["error"] == "invalid_grant")
        }
        #expect(try served.door.mint().status == 200)
    }
}
