import TestSupport
import Testing

@Suite("keys with a key file that is mounted by itself")
struct KeysMountedFileTests {
    private static let canMount =
        (try? Subprocess.run("/usr/bin/unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]))?.status == 0

    @Test(
        "a removed key whose file cannot be deleted is told each time, and stops neither revoke nor another change",
        .enabled(if: Self.canMount, "unshare is not allowed here"))
    func mounted() throws {
        let folder = try KeysFolder()
        try folder.fill()
        let (active, other) = (KeysFolder.ids[0], KeysFolder.ids[1])
        let script = """
            mount --bind b.json keys/\(other).json || exit 99
            "$0" keys remove \(other) --yes --keys keys; echo "remove $?"
            "$0" keys remove \(other) --yes --keys keys; echo "again $?"
            "$0" keys revoke \(active) --yes --keys keys; echo "revoke $?"
            """
        let result = try Subprocess.run(
            "/usr/bin/unshare", ["-rm", "bash", "-c", "cd \(folder.scratch.path) && \(script)", Locations.tokenBridge])
        #expect(result.text.contains("remove 1\nagain 1\n") && result.text.hasSuffix("revoke 0\n"), "\(result.text)")
        #expect(result.errors.contains("out of the ring, and its file is still there"), "\(result.errors)")
        #expect(result.errors.contains("hint: the change was made"), "\(result.errors)")
        let audit = String(decoding: try Locations.bytes(folder.path("keys/audit.jsonl")), as: UTF8.self)
        #expect(audit.contains(#""operation":"remove","phase":"done""#))
        #expect(try folder.states() == [active: "revoked"])
    }
}
