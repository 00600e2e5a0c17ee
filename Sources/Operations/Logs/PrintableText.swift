import StrictJSON

/// Text that may stand in a line of a log, on a terminal too.
enum PrintableText: Sendable {
    /// The longest text of a field, in characters of Unicode.
    static let maximumScalars = 600

    /// Text from outside: without what looks like a credential, bounded, nothing but printable characters.
    static func masked(_ text: String) -> String {
        // What is cut off in the middle is no longer known for what it is, so the last word goes too.
        var text = text
        if text.utf8.count > 8 << 10 {
            let bytes = text.utf8.prefix(8 << 10)
            text = String(decoding: bytes.prefix(upTo: bytes.lastIndex(of: 0x20) ?? bytes.startIndex), as: UTF8.self)
            text += " ..."
        }
        return bounded(CredentialMask.masked(text))
    }

    /// A public identifier: a name that is one word, unless it begins as only credentials do.
    static func identifier(_ text: String) -> String {
        text.hasPrefix("eyJ") || text.hasPrefix("-----") || text.hasPrefix("ya29.") || text.hasPrefix("GOCSPX-")
            ? CredentialMask.replacement : bounded(text)
    }

    /// Any text: bounded, nothing but printable characters.
    static func bounded(_ text: String) -> String {
        var result = ""
        for (index, scalar) in text.unicodeScalars.enumerated() {
            if index == maximumScalars { return result + "..." }
            if isPrintable(scalar) {
                result.unicodeScalars.append(scalar)
            } else {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            }
        }
        return result
    }

    /// Whether a character can be seen and moves nothing: no control, no direction, no line of its own.
    static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return 0x20..<0x7F ~= scalar.value }
        return switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }
}

extension [UInt8] {
    /// Appends a JSON string, exact, in which what is not printable is escaped.
    mutating func appendPrintableJSONString(_ text: String) {
        append(UInt8(ascii: "\""))
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": append(contentsOf: #"\""#.utf8)
            case "\\": append(contentsOf: #"\\"#.utf8)
            case _ where PrintableText.isPrintable(scalar):
                append(contentsOf: UTF8.encode(scalar) ?? UTF8.EncodedScalar())
            default:
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    append(contentsOf: #"\u"#.utf8)
                    append(contentsOf: String(repeating: "0", count: 4 - digits.utf8.count).utf8)
                    append(contentsOf: digits.utf8)
                }
            }
        }
        append(UInt8(ascii: "\""))
    }
}
