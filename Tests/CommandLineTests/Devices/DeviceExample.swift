import Foundation
import TestSupport

/// A login of `examples/devices`.
enum DeviceExample: String, CaseIterable, Sendable {
    case shell = "login.sh"
    case python = "login.py"
    case c = "login.c"

    static let folder = "\(Locations.repository)/examples/devices"

    /// Those whose tools are there.
    static let available = allCases.filter { $0.tools.allSatisfy { Shell($0).isThere } }

    private var tools: [String] {
        switch self {
        case .shell: ["curl", "awk"]
        case .python: ["python3"]
        case .c: ["cc"]
        }
    }

    var path: String { "\(Self.folder)/\(rawValue)" }

    /// Makes what starts it, in a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - time: Whether time passes for it by sleeping alone, at once.
    /// - Returns: The command's words.
    /// - Throws: An error where it does not compile.
    func command(in folder: ScratchFolder, time: DeviceTime = .real) throws -> [String] {
        switch self {
        case .shell: return ["sh", path]
        case .python: return try ["/usr/bin/python3"] + (time.pythonLauncher(in: folder)) + [path]
        case .c: return [try (time == .real ? Self.program : Self.programWithoutPauses).get().path + "/login"]
        }
    }

    private static let program = Result { try compiled(.real) }
    private static let programWithoutPauses = Result { try compiled(.skipped) }

    /// A folder with the program `login`, which ends at the first fault in the use of its memory.
    private static func compiled(_ time: DeviceTime) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        let sources = [c.path] + (try time.cSources(in: folder))
        let result = try Subprocess.run(
            "/usr/bin/env",
            [
                "cc", "-Wall", "-Wextra", "-Werror", "-O2", "-g", "-fsanitize=address,undefined",
                "-fno-sanitize-recover=all", "-o", "\(folder.path)/login",
            ] + sources + ["-lcurl"])
        guard result.status == 0 else { throw ServeFailure("login.c does not compile: \(result.errors)") }
        return folder
    }

    /// Its environment.
    func environment(in folder: ScratchFolder, time: DeviceTime = .real) throws -> [String: String] {
        let base = TokenBridge.base(folder)
        let path = try time.toolFolder(in: folder).map { "\($0):" } ?? ""
        // It ends once it has its token, and frees nothing before.
        return base.merging([
            "PATH": path + (base["PATH"] ?? "/usr/bin:/bin"), "SLEEPS": "\(folder.path)/sleeps",
            "ASAN_OPTIONS": "detect_leaks=0:exitcode=99", "PYTHONDONTWRITEBYTECODE": "1",
        ]) { $1 }
    }
}
