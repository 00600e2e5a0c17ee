import Foundation

/// Where things are for tests.
public enum Locations: Sendable {
    /// The top of the repository.
    public static let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// The folder of reduced bug reports.
    public static let cases = "\(repository)/Tests/Fixtures/Cases"

    /// The folder of scripts that run real counterparties.
    public static let peers = "\(repository)/Tests/Peers"

    /// The vectors of other projects, which stay outside the repository; nil where they are absent.
    public static let vectors: String? = {
        let path =
            ProcessInfo.processInfo.environment["BRIDGE_VECTORS"]
            ?? URL(filePath: repository).deletingLastPathComponent().appending(path: "shared/vectors").path
        return FileManager.default.fileExists(atPath: path) ? path : nil
    }()

    /// Whether the vectors are there.
    ///
    /// Suites that need them are skipped visibly where they are not.
    public static let hasVectors = vectors != nil

    /// The `token-bridge` that was built with these tests.
    public static let tokenBridge: String = {
        let runner = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: runner).deletingLastPathComponent().appending(path: "token-bridge").path
    }()

    /// The folder of one case, by the beginning of its name, such as `B01`.
    ///
    /// - Parameter identifier: The beginning of the name.
    /// - Returns: The folder's path.
    /// - Throws: `CocoaError` where there is no such case.
    public static func caseFolder(_ identifier: String) throws -> String {
        let names = try FileManager.default.contentsOfDirectory(atPath: cases)
        guard let name = names.first(where: { $0.hasPrefix("\(identifier)-") }) else {
            throw CocoaError(.fileNoSuchFile)
        }
        return "\(cases)/\(name)"
    }

    /// The contents of a file.
    ///
    /// - Parameter path: The path.
    /// - Returns: The bytes.
    /// - Throws: What reading the file throws.
    public static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(filePath: path)))
    }
}
