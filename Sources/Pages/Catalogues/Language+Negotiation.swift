extension Language {
    /// The language that suits a browser best (RFC 9110, section 12.5.4, with the lookup of RFC 4647, section 3.4).
    ///
    /// What is malformed in the field is passed over; of a long field only the beginning is read.
    ///
    /// - Parameter acceptLanguage: The value of `Accept-Language`; several fields are joined with commas.
    /// - Returns: The language; English where none of ours is wanted.
    public static func negotiated(acceptLanguage: String?) -> Language {
        let ranges = LanguageRange.ranges(of: acceptLanguage ?? "")
        var best: (language: Language, weight: Int, position: Int)?
        for language in allCases {
            guard let (weight, position) = preference(for: language, in: ranges), weight > 0 else { continue }
            if let best, best.weight > weight || best.weight == weight && best.position <= position { continue }
            best = (language, weight, position)
        }
        return best?.language ?? .english
    }

    /// How much a language is wanted, and how early that is said; nil where nothing is said about it.
    private static func preference(for language: Language, in ranges: [LanguageRange]) -> (Int, Int)? {
        var found: (weight: Int, position: Int)?
        for (position, range) in ranges.enumerated() where range.primary == language.rawValue {
            // `de;q=0` refuses German; `de-AT;q=0` refuses only what we do not have.
            if range.weight == 0 {
                if range.isWhole { return (0, position) }
                continue
            }
            if let best = found, best.weight >= range.weight { continue }
            found = (range.weight, position)
        }
        if let found { return found }
        guard let position = ranges.firstIndex(where: { $0.primary == "*" }) else { return nil }
        return (ranges[position].weight, position)
    }
}
