import Foundation

/// A program that not every machine has.
///
/// Tests that need one are skipped visibly where it is absent.
struct Shell: Sendable {
    static let script = Shell("script")
    static let faketime = Shell("faketime")
    static let zsh = Shell("zsh")
    static let fish = Shell("fish")
    static let strace = Shell("strace")
    static let setpriv = Shell("setpriv")
    static let slowhttptest = Shell("slowhttptest")

    /// Whether it is installed.
    let isThere: Bool

    init(_ name: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        isThere = folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
}
