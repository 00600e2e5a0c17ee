/// Text from a provider, made fit for a terminal.
enum ProviderText: Sendable {
    /// The text without terminal escape sequences and without anything else that does not print.
    static func printable(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar.value {
            case 0x1B: skipSequence(introducedBy: rest.popFirst(), in: &rest)
            case 0x9B: skipControlSequence(in: &rest)
            default: if isPrintable(scalar) { result.append(scalar) }
            }
        }
        return String(result)
    }

    /// A provider's error code, printable and at most 200 characters long.
    static func errorCode(_ text: String) -> String {
        String(printable(text).unicodeScalars.prefix(200))
    }

    /// The sequences of ECMA-48: a control sequence ends with a letter, a string with BEL or ST.
    private static func skipSequence(introducedBy scalar: Unicode.Scalar?, in rest: inout Substring.UnicodeScalarView) {
        switch scalar {
        case "[": skipControlSequence(in: &rest)
        case "]", "P", "^", "_", "X":
            while let next = rest.popFirst(), next != "\u{7}", next != "\u{9C}" {
                if next == "\u{1B}" {
                    rest = rest.dropFirst()
                    break
                }
            }
        default: break
        }
    }

    private static func skipControlSequence(in rest: inout Substring.UnicodeScalarView) {
        rest = rest.drop { 0x20...0x3F ~= $0.value }.dropFirst()
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }
}
