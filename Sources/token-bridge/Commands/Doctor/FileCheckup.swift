import Configuration
import CustomTokenBridge
import CustomTokens
import Glibc
import StrictJSON

/// Who else can read the files with secrets, and whether those that are written can be.
struct FileCheckup: Sendable {
    private let configuration: BridgeConfiguration

    init(_ configuration: BridgeConfiguration) {
        self.configuration = configuration
    }

    func findings() -> [CheckupFinding] {
        let files = secretFiles
        let open = files.compactMap(Self.warning)
        guard open.isEmpty, !files.isEmpty else { return open + audit }
        return [.ok("files", "files with secrets are their owner's alone: \(files.count) looked at")] + audit
    }

    /// Files beside those that tell of themselves when they are read: key files, and secrets of the configuration.
    private var secretFiles: [String] {
        var files = [configuration.tls?.key].compactMap { $0 }
        if case .sqlite(let path) = configuration.store { files.append(path) }
        if case .folder(let path) = configuration.keys {
            let names = (try? FolderListing.names(in: path)) ?? []
            files.append(path)
            files += names.filter { $0.hasPrefix("ring.") || $0.contains("_ring.") }.map { "\(path)/\($0)" }
        }
        if case .serviceAccount(let path) = configuration.keys { files.append(path) }
        if let audit = configuration.audit { files.append(audit.file) }
        return files.filter { unsafe access($0, F_OK) == 0 }
    }

    private static func warning(_ path: String) -> CheckupFinding? {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return nil }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        return .warning(
            "files", "others can open \(path.argumentExcerpt) (mode \(String(status.st_mode & 0o777, radix: 8)))",
            hint: "chmod \(isFolder ? "700" : "600") it, unless it is mounted so")
    }

    private var audit: [CheckupFinding] {
        guard let file = configuration.audit?.file else { return [] }
        let place = unsafe access(file, F_OK) == 0 ? file : Self.folder(of: file)
        guard unsafe access(place, W_OK) == 0 else {
            let reason = SystemError.text(errno)
            return [
                .failed(
                    "audit", "the audit file \(file.argumentExcerpt) cannot be written: \(reason)",
                    hint: "what cannot be noted is not handed out: check the path and its owner")
            ]
        }
        return [.ok("audit", "\(file.argumentExcerpt) can be written")]
    }

    /// The folder that a file is in.
    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
