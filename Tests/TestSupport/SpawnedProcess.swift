import Foundation

/// A program that runs with nothing of ours but three files.
///
/// Foundation's own `Process` watches its programs by select(2), which goes wrong in a process with more than a thousand
/// descriptors, such as one that tests a server.
struct SpawnedProcess {
    private let identifier: pid_t

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - executable: The program.
    ///   - arguments: Its arguments.
    ///   - environment: Its whole environment; nil for ours.
    ///   - files: The files of its standard input, output and error.
    /// - Throws: `POSIXError`.
    init(_ executable: String, _ arguments: [String], environment: [String: String]?, files: [String]) throws {
        var actions = unsafe posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        unsafe posix_spawn_file_actions_init(&actions)
        unsafe posix_spawnattr_init(&attributes)
        defer {
            unsafe posix_spawn_file_actions_destroy(&actions)
            unsafe posix_spawnattr_destroy(&attributes)
        }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, files[0], O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, files[1], O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, 2, files[2], O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        // glibc does not mind those that are closed by then.
        let open = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        for descriptor in open.compactMap({ Int32($0) }) where descriptor > 2 {
            unsafe posix_spawn_file_actions_addclose(&actions, descriptor)
        }
        // Signals as every program finds them: other tests ignore some.
        var signals = sigset_t()
        unsafe sigfillset(&signals)
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe sigemptyset(&signals)
        unsafe posix_spawnattr_setsigmask(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
        let variables = environment ?? ProcessInfo.processInfo.environment
        let argumentTexts = unsafe ([executable] + arguments).map { unsafe strdup($0) } + [nil]
        let variableTexts = unsafe variables.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe (argumentTexts + variableTexts).forEach { unsafe free($0) } }
        var identifier = pid_t()
        let code = unsafe posix_spawn(&identifier, executable, &actions, &attributes, argumentTexts, variableTexts)
        guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
        self.identifier = identifier
    }

    /// Waits for its end; when the time is up it is killed.
    ///
    /// - Parameter seconds: The time limit.
    /// - Returns: The exit code, or the number of the signal that ended the program, negative.
    func wait(seconds: Double) -> Int32 {
        let deadline = Date(timeIntervalSinceNow: seconds)
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, WNOHANG) == 0 {
            guard Date() < deadline else {
                kill(identifier, SIGKILL)
                unsafe waitpid(identifier, &status, 0)
                break
            }
            Thread.sleep(forTimeInterval: 0.002)
        }
        let signal = status & 0x7F
        return signal == 0 ? (status >> 8) & 0xFF : -signal
    }
}
