import CustomTokenBridge
import CustomTokens
import Glibc
import StrictJSON

/// The process's edges: environment, standard input, output and error.
///
/// Standard output carries results and nothing else; everything said to a person goes to standard error.
struct Console: Sendable {
    /// The environment.
    let environment: [String: String]
    /// How messages are printed.
    let format: OutputFormat
    /// What hears messages in the place of standard error.
    private(set) var listener: HeardWarnings?

    init(environment: [String: String], format: OutputFormat) {
        self.environment = environment
        self.format = format
    }

    /// The same, whose messages nobody reads: the warnings among them are heard.
    func heard(by listener: HeardWarnings) -> Console {
        var console = self
        console.listener = listener
        return console
    }

    /// Whether results may be coloured: on a terminal that can, unless NO_COLOR is set (no-color.org).
    var isColourful: Bool {
        isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }

    /// Writes a result.
    ///
    /// - Throws: `Failure` where standard output takes no more.
    func print(_ text: String) throws {
        let fit = format == .json ? TerminalSafeJSON.text(text) : text
        try write([UInt8]((fit + "\n").utf8), to: STDOUT_FILENO)
    }

    /// Returns if a result can be written, for commands that ask a person for something first.
    ///
    /// - Throws: `OutputClosed` where its reader has gone; `Failure` where standard output takes nothing.
    func requireOutput() throws {
        let flags = fcntl(STDOUT_FILENO, F_GETFL)
        guard flags >= 0, flags & O_ACCMODE != O_RDONLY else { throw Self.outputFailed(EBADF) }
        var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
        if unsafe poll(&output, 1, 0) == 1, Int32(output.revents) & POLLERR != 0 { throw OutputClosed() }
        // Writes nothing, and tells what a full device would say.
        guard unsafe Glibc.write(STDOUT_FILENO, [UInt8](), 0) == 0 else { throw Self.outputFailed(errno) }
    }

    private static func outputFailed(_ code: Int32) -> Failure {
        Failure(
            code: "OUTPUT_FAILED", message: "the result cannot be written: \(SystemError.text(code))", hint: nil,
            exitCode: .failure)
    }

    /// Tells the operator of something odd.
    func warn(_ text: String) {
        tell(.warning(text))
    }

    /// Tells the person at the terminal what is going on.
    func note(_ text: String) {
        tell(.note(text))
    }

    /// Tells the operator how a command failed, and what to do.
    func report(_ failure: Failure) {
        tell(.error(failure))
    }

    /// Shows text at the terminal as it is, without a name before it or a line's end after it.
    func show(_ text: String) {
        try? write([UInt8](text.utf8), to: STDERR_FILENO)
    }

    /// Tells a program of an event: one object on a line of its own, named by its kind.
    func event(_ kind: String, _ members: JSONObject) {
        show(TerminalSafeJSON.text(JSONValue.object(JSONObject([kind: .object(members)])).compactText) + "\n")
    }

    private func tell(_ message: Message) {
        if let listener {
            listener.hear(message)
            return
        }
        let text =
            switch format {
            case .text: message.text
            case .json: TerminalSafeJSON.text(message.json.compactText)
            }
        // Where standard error is gone there is nobody to tell.
        try? write([UInt8]("\(text)\n".utf8), to: STDERR_FILENO)
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                throw OutputClosed()
            } else if errno != EINTR {
                throw Self.outputFailed(errno)
            }
        }
    }
}

/// The reader of standard output has gone.
///
/// That is no news to a person, and still no success.
struct OutputClosed: Error {}
