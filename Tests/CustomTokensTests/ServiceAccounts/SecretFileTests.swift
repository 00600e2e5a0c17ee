@testable import CustomTokens
import Foundation
import Testing

@Suite("Files that hold secrets")
struct SecretFileTests {
    @Test("a file that only its owner can read gives its bytes and no warning", arguments: [0o600, 0o400, 0o700])
    func ownOnly(_ mode: Int) throws {
        let folder = try TestFolder()
        let file = try SecretFile(path: folder.write([0, 1, 255], to: "key", mode: mode))
        #expect(file.bytes == [0, 1, 255])
        #expect(file.warnings.isEmpty)
    }

    @Test(
        "a file that others can use is warned about with its mode (FB-11)",
        arguments: [
            (0o644, "644"), (0o640, "640"), (0o604, "604"), (0o620, "620"), (0o601, "601"), (0o777, "777"),
        ])
    func openToOthers(_ mode: Int, _ text: String) throws {
        let folder = try TestFolder()
        let file = try SecretFile(path: folder.write([1], to: "key.json", mode: mode))
        #expect(file.bytes == [1])
        #expect(file.warnings.count == 1)
        #expect(file.warnings.first?.contains("mode \(text)") == true)
        #expect(file.warnings.first?.contains("key.json") == true)
        #expect(file.warnings.first?.contains("chmod 600") == true)
    }

    @Test("an empty file is read as nothing")
    func empty() throws {
        let folder = try TestFolder()
        #expect(try SecretFile(path: folder.write([], to: "key")).bytes.isEmpty)
    }

    @Test("64 KiB are read, one byte more is refused")
    func size() throws {
        let folder = try TestFolder()
        let largest = [UInt8](repeating: 7, count: 64 << 10)
        #expect(try SecretFile(path: folder.write(largest, to: "a")).bytes == largest)
        let error = try refusal { try SecretFile(path: folder.write(largest + [7], to: "b")) }
        #expect(error.code == .fileUnreadable)
        #expect(error.reason.contains("larger than 65536 bytes"))
    }

    @Test("an endless file is refused")
    func endless() {
        #expect(throws: CustomTokenError(.fileUnreadable, "")) { try SecretFile(path: "/dev/zero") }
    }

    @Test("a folder is refused by name")
    func directory() throws {
        let folder = try TestFolder()
        let error = try refusal { try SecretFile(path: folder.path) }
        #expect(error.code == .fileUnreadable)
        #expect(error.reason.contains("directory"))
    }

    @Test(
        "a file that is not there, or whose path is none, is refused",
        arguments: ["/nonexistent/key", "", "key\u{0}.json"])
    func missing(_ path: String) throws {
        let error = try refusal { try SecretFile(path: path) }
        #expect(error.code == .fileUnreadable)
        #expect(error.reason.contains("No such file"))
    }

    @Test("control characters of a path do not reach the message")
    func controlCharacters() throws {
        let error = try refusal { try SecretFile(path: "/nonexistent/a\u{1B}[31m\nb") }
        #expect(error.reason.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }

    @Test("a FIFO is read to its end and its mode is no matter")
    func fifo() throws {
        let folder = try TestFolder()
        let path = "\(folder.path)/pipe"
        let isMade = unsafe mkfifo(path, 0o644) == 0
        try #require(isMade)
        let text = try Fixtures.accountJSON()
        Thread.detachNewThread { try? Data(text).write(to: URL(filePath: path), options: []) }
        let file = try SecretFile(path: path)
        #expect(file.bytes == text)
        #expect(file.warnings.isEmpty)
    }
}
