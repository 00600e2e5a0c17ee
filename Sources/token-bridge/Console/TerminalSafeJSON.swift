/// Text in JSON, made fit for a terminal without a change of what it says.
enum TerminalSafeJSON: Sendable {
    /// The text with an escape for each character that a terminal would act on: it stands in a string, where JSON has it
    /// both ways.
    ///
    /// - Parameter text: JSON, in which the characters below the blank are escaped already.
    /// - Returns: The same JSON.
    static func text(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isActive) else { return text }
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isActive(scalar) {
                let digits = String(scalar.value, radix: 16)
                result.append(
                    contentsOf: "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        return String(result)
    }

    /// Controls beyond ASCII, and what turns the direction of writing or breaks lines.
    private static func isActive(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
