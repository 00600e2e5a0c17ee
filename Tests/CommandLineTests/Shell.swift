import Foundation

/// A program that not every machine has.
///
/// Tests that need one are skipped visibly where it is absent.
struct Shell: Sendable {
    static let script = Shell("script")
    static let zsh = Shell("zsh")
    static let fish = Shell("fish")
    static let strace = Shell("strace")
    static let setpriv = Shell("setpriv")
    static let slowhttptest = Shell("slowhttptest")

    /// faketime, where a program can be under it: ThreadSanitizer wants to be loaded first.
    static let faketime = isSanitized ? Shell(isThere: false) : Shell("faketime")

    /// Whether the tests, and the programs that they run, are built with ThreadSanitizer.
    static let isSanitized = unsafe dlsym(nil, "__tsan_init") != nil

    /// Whether it is installed.
    let isThere: Bool

    private init(isThere: Bool) { self.isThere = isThere }

    init(_ name: String) {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        isThere = folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
}
