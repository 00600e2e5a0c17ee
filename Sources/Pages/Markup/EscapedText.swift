/// Text as it may stand in a page, and in quotes there.
package enum EscapedText: Sendable {
    /// The text with character references for what could end a text or an attribute.
    ///
    /// Characters that HTML does not allow become the replacement character.
    package static func of(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case _ where scalar.properties.generalCategory == .control || scalar.properties.isNoncharacterCodePoint:
                result.unicodeScalars.append("\u{FFFD}")
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
