import Testing

@testable import Operations

@Suite("What is let go of the program's code")
struct ProgramPagesTests {
    private static func mapping(_ line: String, anonymous: Int = 0) -> String {
        "\(line)\nSize: 8 kB\nRss: 8 kB\nAnonymous: \(anonymous) kB\nVmFlags: rd ex mr\n"
    }

    private static func ranges(_ text: String) -> [Range<UInt>] {
        ProgramPages.releasableCode(in: Array(text.utf8))
    }

    @Test("Code of a file that nobody has written to is let go")
    func findsCode() {
        let text =
            Self.mapping("00001000-00003000 r--p 00000000 fe:00 7    /usr/bin/token-bridge")
            + Self.mapping("00003000-00009000 r-xp 00002000 fe:00 7    /usr/bin/token bridge (deleted)")
            + Self.mapping("7f0000001000-7f0000002000 r-xp 00002000 fe:00 8    /usr/lib/libcrypto.so.3")
        #expect(Self.ranges(text) == [0x3000..<0x9000, 0x7f00_0000_1000..<0x7f00_0000_2000])
    }

    @Test(
        "What would not come back, or is no code of a file, stays",
        arguments: [
            mapping("00003000-00009000 r-xp 00002000 fe:00 7    /usr/bin/token-bridge", anonymous: 4),
            mapping("00003000-00009000 rwxp 00002000 fe:00 7    /usr/bin/token-bridge"),
            mapping("00003000-00009000 rw-p 00002000 fe:00 7    /usr/bin/token-bridge"),
            mapping("00003000-00009000 r-xp 00000000 00:00 0    [vdso]"),
            mapping("00003000-00009000 r-xp 00000000 00:00 0"),
            mapping("00009000-00003000 r-xp 00002000 fe:00 7    /usr/bin/token-bridge"),
            "00003000-00009000 r-xp 00002000 fe:00 7    /usr/bin/token-bridge\nRss: 8 kB\n",
            "00003000-00009000 r-xp 00002000 fe:00 7    /usr/bin/token-bridge\nAnonymous:\n", "", "\n\n", "-",
            "Anonymous: 0 kB",
        ])
    func leavesTheRest(_ text: String) {
        #expect(Self.ranges(text).isEmpty)
    }

    @Test("A mapping that says nothing of itself does not lend its place to the next")
    func keepsMappingsApart() {
        let text =
            "00001000-00003000 r-xp 00000000 fe:00 7    /usr/bin/a\n"
            + Self.mapping("00003000-00009000 rw-p 00002000 fe:00 7    /usr/bin/a")
        #expect(Self.ranges(text).isEmpty)
    }

    @Test("The program goes on after its code was let go")
    func goesOn() {
        ProgramPages.releaseStartUpCode()
        #expect(Self.ranges(Self.mapping("00003000-00009000 r-xp 00002000 fe:00 7    /bin/x")).count == 1)
    }
}
