import Glibc
import Threads

/// The lines that a person types or pastes.
enum PastedLines: Sendable {
    /// The longest line, in bytes.
    private static let maximumBytes = 16 << 10
    /// The longest line that a terminal gives where it lets lines be edited (termios(3)): it drops the rest unsaid.
    private static let maximumTerminalBytes = 4095

    /// No lines.
    static func none() -> AsyncStream<String> {
        AsyncStream { $0.finish() }
    }

    /// The lines of standard input, read by a thread that ends with the process.
    ///
    /// - Parameter report: Told why a line is not taken: it is not whole.
    /// - Returns: The lines.
    static func standardInput(reporting report: @escaping @Sendable (String) -> Void) -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream.makeStream(of: String.self)
        let isStarted = DedicatedThread.start {
            var line: [UInt8] = []
            let take = {
                if let fault = fault(of: line) {
                    report(fault)
                } else {
                    continuation.yield(String(decoding: line, as: UTF8.self))
                }
                line = []
            }
            var byte: UInt8 = 0
            while unsafe read(STDIN_FILENO, &byte, 1) == 1 {
                if byte == UInt8(ascii: "\n") {
                    take()
                } else if line.count <= maximumBytes {
                    line.append(byte)
                }
            }
            if !line.isEmpty { take() }
            continuation.finish()
        }
        if !isStarted { continuation.finish() }
        return lines
    }

    /// Why a line is not whole; nil where it is.
    private static func fault(of line: [UInt8]) -> String? {
        if line.count > maximumBytes { return "it is longer than \(maximumBytes) bytes" }
        guard line.count >= maximumTerminalBytes, editsLines else { return nil }
        return
            "the terminal has cut it off after \(line.count) bytes: paste the code of the address alone, or start the "
            + "login again after stty -icanon"
    }

    /// Whether standard input is a terminal that gives whole lines of limited length.
    private static var editsLines: Bool {
        var settings = termios()
        return unsafe tcgetattr(STDIN_FILENO, &settings) == 0 && settings.c_lflag & tcflag_t(ICANON) != 0
    }
}
