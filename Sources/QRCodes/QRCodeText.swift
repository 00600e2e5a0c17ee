/// A QR code as lines of text for a terminal.
public struct QRCodeText: Sendable {
    /// Of what a picture is made.
    public enum Characters: Sendable {
        /// Half blocks of Unicode: a character is two modules, one above the other.
        case halfBlocks
        /// Two characters of ASCII for a module, where the terminal may not know others.
        case ascii
    }

    /// What makes a module dark or light.
    public enum Colours: Sendable {
        /// Black on white by escape sequences, whatever the colours of the terminal.
        case blackOnWhite
        /// The terminal's own: a module that is drawn is a light one, as most terminals are dark.
        case terminal
    }

    /// How a picture is drawn.
    public struct Style: Sendable {
        /// Of what it is made.
        public let characters: Characters
        /// What makes a module dark or light.
        public let colours: Colours

        /// Makes a style.
        ///
        /// - Parameters:
        ///   - characters: Of what it is made.
        ///   - colours: What makes a module dark or light.
        public init(characters: Characters, colours: Colours) {
            self.characters = characters
            self.colours = colours
        }
    }

    private static let blackOnWhite = "\u{1B}[30;107m"
    private static let reset = "\u{1B}[0m"

    private let code: QRCode
    private let style: Style
    private let quietZone: Int

    /// Makes a picture.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - style: How it is drawn.
    ///   - quietZone: The light modules around it: 4 by the standard; readers are content with 2.
    public init(_ code: QRCode, style: Style, quietZone: Int) {
        self.code = code
        self.style = style
        self.quietZone = max(0, quietZone)
    }

    private var side: Int { code.size + 2 * quietZone }

    /// How many columns of a terminal it takes.
    public var columns: Int {
        switch style.characters {
        case .halfBlocks: side
        case .ascii: side * 2
        }
    }

    /// How many rows of a terminal it takes.
    public var rows: Int {
        switch style.characters {
        case .halfBlocks: (side + 1) / 2
        case .ascii: side
        }
    }

    /// The picture, a line for each row, escape sequences closed in each.
    public var lines: [String] {
        let first = -quietZone
        return (0..<rows).map { row in
            let text =
                switch style.characters {
                case .halfBlocks:
                    (0..<side).map { halfBlock(first + 2 * row, first + $0) }.joined()
                case .ascii:
                    (0..<side).map { isDrawn(first + row, first + $0) ? "##" : "  " }.joined()
                }
            return style.colours == .blackOnWhite ? Self.blackOnWhite + colouredASCII(text) + Self.reset : text
        }
    }

    /// Blanks with a background in the place of number signs, which are not dark all over.
    private func colouredASCII(_ text: String) -> String {
        guard style.characters == .ascii else { return text }
        return text.replacing("##", with: "\u{1B}[40m  \u{1B}[107m")
    }

    private func halfBlock(_ row: Int, _ column: Int) -> String {
        switch (isDrawn(row, column), isDrawn(row + 1, column)) {
        case (true, true): "\u{2588}"
        case (true, false): "\u{2580}"
        case (false, true): "\u{2584}"
        case (false, false): " "
        }
    }

    /// Whether a module is drawn: a dark one with black on white, a light one with the terminal's own colours.
    private func isDrawn(_ row: Int, _ column: Int) -> Bool {
        code.isDark(row: row, column: column) == (style.colours == .blackOnWhite)
    }
}
