import CustomTokenBridge
import Glibc
import QRCodes

/// The terminal that standard error is.
struct Terminal: Sendable {
    /// The size of a terminal, in characters.
    struct Size: Sendable {
        let columns: Int
        let rows: Int

        /// How many rows a text takes.
        func rows(of text: String) -> Int {
            max(1, (text.count + columns - 1) / columns)
        }
    }

    /// Its size now, which changes with its window; 80 by 24 where it does not tell.
    var size: Size {
        var size = winsize()
        let isKnown = unsafe ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 && size.ws_row > 0
        return isKnown ? Size(columns: Int(size.ws_col), rows: Int(size.ws_row)) : Size(columns: 80, rows: 24)
    }

    /// How pictures are drawn on it.
    let style: QRCodeText.Style

    /// The escape sequence that empties the line of the cursor.
    static let emptyLine = "\r\u{1B}[K"

    /// Looks at standard error; nil where it is no terminal, or one that only takes line after line.
    init?(_ environment: [String: String]) {
        guard isatty(STDERR_FILENO) == 1, environment["TERM", default: "dumb"] != "dumb" else { return nil }
        style = QRCodeText.Style(
            characters: Self.isUTF8(environment) ? .halfBlocks : .ascii,
            colours: environment["NO_COLOR", default: ""].isEmpty ? .blackOnWhite : .terminal)
    }

    /// Whether the locale's characters are those of Unicode, by the variables that decide it (locale(7)).
    private static func isUTF8(_ environment: [String: String]) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let name = locale.lowercased()
        return name.contains("utf-8") || name.contains("utf8")
    }
}
