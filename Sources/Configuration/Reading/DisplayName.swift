import StrictJSON

extension Findings {
    /// The longest name, in characters of Unicode.
    private static var longestName: Int { 80 }

    /// The `name` of an entry, which persons read on pages; nil where there is none, and with a fault.
    func displayName(_ entry: ConfigurationNode) -> String? {
        guard let node = entry["name"], let text = node.string else { return nil }
        return value(node) {
            guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
                throw SettingError("the name is empty")
            }
            guard text.unicodeScalars.count <= Self.longestName else {
                throw SettingError("the name is longer than \(Self.longestName) characters")
            }
            guard !text.unicodeScalars.contains(where: Self.isMisleading) else {
                throw SettingError("the name has characters that cannot be seen, or that turn the text around them")
            }
            return text
        }
    }

    private static func isMisleading(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: true
        // Joiners, which some scripts and pictures are written with, are the exception.
        case .format: scalar.value != 0x200C && scalar.value != 0x200D
        default: false
        }
    }
}
