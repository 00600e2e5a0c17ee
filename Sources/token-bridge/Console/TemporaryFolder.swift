import CustomTokenBridge
import Glibc
import StrictJSON

/// A folder that only its owner can open, and that is gone with this value.
final class TemporaryFolder {
    let path: String

    private var files: [String] = []

    init() throws {
        let variable = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? ""
        let parent = variable.isEmpty ? "/tmp" : variable
        // mkdtemp(3) puts unguessable characters in place of six X at the end.
        var template = Array("\(parent)/token-bridge-\(String(repeating: "X", count: 6))".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw Failure(
                code: "TEMPORARY_FOLDER", message: "no temporary folder can be made in \(parent.argumentExcerpt)",
                hint: "set TMPDIR to a folder that can be written to", exitCode: .failure)
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        remove()
    }

    /// Removes the folder with all that was written to it.
    func remove() {
        for file in files { unsafe unlink(file) }
        files = []
        unsafe rmdir(path)
    }

    /// Writes a new file that only its owner can read.
    func write(_ bytes: [UInt8], to file: String) throws {
        let failure = Failure(
            code: "TEMPORARY_FILE", message: "\(file.quotedExcerpt) cannot be written", hint: "is the disk full?",
            exitCode: .failure)
        let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure }
        files.append(file)
        defer { close(descriptor) }
        guard unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count else { throw failure }
    }
}
