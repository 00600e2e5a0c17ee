import Foundation
import TestSupport
import Testing

@Suite("A clock that is not set", .enabled(if: Shell.faketime.isThere, "faketime is not installed"))
struct ClockTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        try folder.write(try Locations.bytes("\(Locations.caseFolder("B50"))/sa-good.json"), to: "key.json")
    }

    private func mint(at time: String, _ more: [String] = []) throws -> Subprocess {
        try TokenBridge.run(
            ["mint", "--service-account", "key.json", "--uid", "alice"] + more, in: folder,
            environment: ["TZ": "UTC", "FAKETIME_DONT_FAKE_MONOTONIC": "1"], through: ["faketime", "-f", "@\(time)"])
    }

    @Test("mints nothing, and says that it may work later", arguments: ["1970-01-01 00:00:10", "2026-10-31 23:59:50"])
    func clockNotSet(time: String) throws {
        let result = try mint(at: time)
        #expect(result.status == 75)
        #expect(result.output.isEmpty)
        #expect(result.errors.contains("it is not set\nhint: set the clock"))
    }

    @Test("does not matter where the time of issue is given")
    func issuedAtGiven() throws {
        #expect(try mint(at: "1970-01-01 00:00:10", ["--issued-at", "1700000000"]).status == 0)
    }

    @Test("dates a token back by 5 s once it is set")
    func datesBack() throws {
        let result = try mint(at: "2027-01-01 00:00:00", ["--output", "json"])
        let times = try #require(result.text.firstMatch(of: /"issued_at":([0-9]+),"expires_at":([0-9]+)/))
        let issuedAt = try #require(Int(times.1))
        // The program may need a second or two to start.
        #expect(1_798_761_595...1_798_761_600 ~= issuedAt)
        #expect(Int(times.2) == issuedAt + 3600)
    }
}
