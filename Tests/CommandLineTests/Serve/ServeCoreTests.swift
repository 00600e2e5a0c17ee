import Foundation
import TestSupport
import Testing

@Suite("serve: a core file has no secret (B52)")
struct ServeCoreTests {
    private static func served(_ options: [String] = []) throws -> Served {
        try Served(
            try ServePlant.folder().folder, environment: ServePlant.environment,
            through: ["bash", "-c", #"ulimit -S -c "$(ulimit -H -c)"; exec "$0" "$@""#], options: options)
    }

    /// What the system says of the process.
    private static func fact(_ name: String, _ served: Served) throws -> String {
        String(decoding: try Locations.bytes("/proc/\(served.processID)/\(name)"), as: UTF8.self)
    }

    private static func limit(_ served: Served) throws -> [Substring] {
        let lines = try fact("limits", served).split(separator: "\n")
        return Array(try #require(lines.first { $0.hasPrefix("Max core file size") }).split(separator: " ").suffix(3))
    }

    @Test(
        "no core is written, whatever the limit was, and none would hold memory; with --allow-core-dumps all is as it was"
    )
    func limits() throws {
        let served = try Self.served()
        #expect(try Self.limit(served).prefix(2) == ["0", "0"])
        #expect(try Self.fact("coredump_filter", served) == "00000000\n")
        let open = try Self.served(["--allow-core-dumps"])
        #expect(try Self.limit(open)[0] == Self.limit(open)[1])
        #expect(try Self.fact("coredump_filter", open) != "00000000\n")
    }

    @Test("a service that is aborted leaves no file")
    func aborted() throws {
        let served = try Self.served()
        #expect(try served.door.mint().status == 200)
        let before = try served.folder.contents()
        served.send(SIGABRT)
        #expect(try served.end() == -SIGABRT)
        #expect(try served.folder.contents().filter { !before.contains($0) && $0.contains("core") } == [])
    }

    @Test(
        "an image that a debugger takes has it only where cores are allowed",
        .enabled(
            if: FileManager.default.isExecutableFile(atPath: "/usr/bin/gcore") && geteuid() == 0,
            "gcore is not installed, or may not look into other processes"),
        arguments: [[], ["--allow-core-dumps"]])
    func image(options: [String]) throws {
        let served = try Self.served(options)
        #expect(try served.door.mint().status == 200)
        let result = try TokenBridge.bash(
            #"gcore -o image "$1" > gcore.log 2>&1; ls image.* > /dev/null || exit 9; grep -qaF -e "$2" image.*"#,
            [String(served.processID), ServePlant.secret], in: served.folder, seconds: 60)
        #expect(result.status == (options.isEmpty ? 1 : 0), "\(result.errors)")
    }
}
