import HardwareKeys
import TestSupport
import Testing

@Suite("The PIN of a token")
struct TokenPINTests {
    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    @Test("is read from a file, whose mode is told where others can read it")
    func file() throws {
        try folder.write([UInt8]("4711\n".utf8), to: "closed")
        try folder.write([UInt8]("4711\r\n".utf8), to: "open", mode: 0o644)
        #expect(try TokenPIN(.file(path: "\(folder.path)/closed"), environment: [:]).warnings.isEmpty)
        #expect(try TokenPIN(.file(path: "\(folder.path)/open"), environment: [:]).warnings.count == 1)
    }

    @Test("prints redacted, in every way")
    func redacted() throws {
        let pin = try TokenPIN(.environment(name: "PIN"), environment: ["PIN": "canary-4711"])
        var dumped = ""
        dump(pin, to: &dumped)
        for text in ["\(pin)", String(reflecting: pin), dumped, "\([pin])"] { #expect(!text.contains("4711")) }
    }

    @Test(
        "is refused where there is none, and the message shows nothing of what is there",
        arguments: [
            "", "\n", "canary-1\ncanary-2", String(repeating: "canary", count: 60),
        ])
    func missing(text: String) throws {
        try folder.write([UInt8](text.utf8), to: "pin")
        for source in [PKCS11URI.PINSource.file(path: "\(folder.path)/pin"), .environment(name: "PIN")] {
            do {
                _ = try TokenPIN(source, environment: ["PIN": text])
                Issue.record("it was accepted")
            } catch {
                #expect(error.code == .pinUnavailable)
                #expect(!error.reason.contains("canary"))
            }
        }
    }

    @Test("is refused where the file or the variable is not there")
    func absent() {
        #expect(throws: HardwareKeyError(expecting: .pinUnavailable)) {
            try TokenPIN(.file(path: "\(folder.path)/nowhere"), environment: [:])
        }
        #expect(throws: HardwareKeyError(expecting: .pinUnavailable)) {
            try TokenPIN(.environment(name: "PIN"), environment: ["pin": "1"])
        }
    }
}
