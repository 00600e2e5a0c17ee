extension String {
    /// The text as it may be shown beside ours: one line, cut at a number of characters, without anything invisible.
    ///
    /// Names come from configurations and from providers. Controls that turn the direction of writing, or that have no width,
    /// could make one name look like another, or move our own words; piles of accents could cover them.
    ///
    /// - Parameter limit: The most Unicode scalars that are shown.
    /// - Returns: The text; empty where nothing of it can be seen.
    func visible(limit: Int) -> String {
        var result = String.UnicodeScalarView()
        var marks = 0
        var count = 0
        // Work is bounded whatever the length of the text is.
        for scalar in unicodeScalars.prefix(limit * 8) {
            guard let shown = Self.shown(scalar) else { continue }
            if shown == " ", result.last == " " || result.isEmpty { continue }
            marks = Self.isMark(shown) ? marks + 1 : 0
            if marks > 3 { continue }
            guard count < limit else {
                result.append("…")
                break
            }
            result.append(shown)
            count += 1
        }
        if result.last == " " { result.removeLast() }
        return String(result)
    }

    /// What is shown in place of a scalar; nil for nothing.
    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        // Hangul fillers and the braille blank count as letters and symbols, and cannot be seen.
        switch scalar.value {
        case 0x115F, 0x1160, 0x3164, 0xFFA0, 0x2800: return " "
        default: break
        }
        switch scalar.properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator: return " "
        case .control: return 0x09...0x0D ~= scalar.value ? " " : nil
        case .format, .surrogate: return nil
        case .privateUse, .unassigned: return "\u{FFFD}"
        default: return scalar
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }
}

extension HTML {
    /// A name from outside, cleaned, and isolated so that its direction of writing does not reach the words around it.
    static func name(_ text: String) -> HTML {
        let shown = text.visible(limit: 80)
        return .element(.bdi, [], .text(shown.isEmpty ? "–" : shown))
    }
}
