import Foundation
import TestSupport
import Testing

/// `ulimit -v` would say little here: most of the address space that a program takes is never written to.
@Suite("A machine with 64 MB", .enabled(if: !Shell.isSanitized, "ThreadSanitizer needs more"))
struct SmallMachineTests {
    private static let megabytes = 64

    /// Runs a program with at most so much memory of its own, and prints its largest resident set in kilobytes.
    private static let launcher = """
        import os, resource, sys
        size = int(sys.argv[1]) << 20
        child = os.fork()
        if child == 0:
            resource.setrlimit(resource.RLIMIT_DATA, (size, size))
            os.execvp(sys.argv[3], sys.argv[3:])
        _, status, usage = os.wait4(child, 0)
        open(sys.argv[2], "w").write(str(usage.ru_maxrss))
        sys.exit(os.waitstatus_to_exitcode(status))
        """

    /// Runs a command there: what it left behind, and its largest resident set in megabytes.
    private static func run(
        _ arguments: [String], in folder: ScratchFolder, megabytes: Int = Self.megabytes
    ) throws -> (result: Subprocess, resident: Int) {
        let result = try TokenBridge.run(
            arguments, in: folder, through: ["python3", "-c", launcher, "\(megabytes)", "resident"], seconds: 60)
        let kilobytes = Int(String(decoding: try Locations.bytes("\(folder.path)/resident"), as: UTF8.self))
        return (result, try #require(kilobytes) / 1024)
    }

    @Test("login shows its code, waits and prints the token")
    func login() throws {
        let bridge = try LoginFakeBridge()
        let (result, resident) = try Self.run(
            ["login", "--bridge", bridge.server.origin, "--client-id", "tv"], in: bridge.folder)
        #expect(result.text == LoginFakeBridge.token + "\n", "\(result.errors)")
        #expect(resident < Self.megabytes)
    }

    @Test("mint signs")
    func mint() throws {
        let plant = try Plant()
        let (result, resident) = try Self.run(
            ["mint", "--service-account", "key.json", "--uid", "alice"], in: plant.folder)
        #expect(result.status == 0 && result.text.hasPrefix("eyJ"), "\(result.errors)")
        #expect(resident < Self.megabytes)
    }

    @Test("token fetches a new ID token")
    func token() throws {
        let standIn = try FirebaseStandIn()
        try standIn.keep()
        let (result, resident) = try Self.run(["token"], in: standIn.folder)
        #expect(result.status == 0 && result.text.hasPrefix("eyJ"), "\(result.errors)")
        #expect(resident < Self.megabytes)
    }

    @Test("the limit is one: nothing runs with 1 MB")
    func limit() throws {
        let plant = try Plant()
        let (result, _) = try Self.run(
            ["mint", "--service-account", "key.json", "--uid", "alice"], in: plant.folder, megabytes: 1)
        #expect(result.status != 0 && result.output.isEmpty)
    }
}
