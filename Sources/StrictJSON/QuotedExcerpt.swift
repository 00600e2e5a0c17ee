extension String {
    /// The string in quotes, fit for one line of a message: cut at 120 characters, nothing but printable characters.
    ///
    /// For public values only (an issuer, a client identifier, a file's name); a secret belongs in no message.
    package var quotedExcerpt: String {
        var text = "\""
        for scalar in unicodeScalars.prefix(120) {
            text += Self.isPrintable(scalar) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
        }
        return text + (unicodeScalars.count > 120 ? "...\"" : "\"")
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
        default: true
        }
    }
}
