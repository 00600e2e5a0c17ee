import OAuthClient
public import StrictJSON

extension ResolvedPreset {
    /// Reads what a provider says about an account.
    ///
    /// Nothing but the subject is needed: an address, a name or a picture that is not acceptable is left out.
    ///
    /// - Parameter answers: The claims of a verified ID token or the main description of the account first, then what
    ///   completes it. The caller must know that they are about the same account: all were had with one credential.
    /// - Returns: The profile.
    /// - Throws: `ProviderError` with code `subjectMissing` or `subjectInvalid`.
    public func profile(from answers: [JSONValue]) throws(ProviderError) -> ProviderProfile {
        guard let main = answers.first else {
            throw ProviderError(.subjectMissing, "there is no answer of the provider")
        }
        return profile(of: try subject.subject(in: main), from: answers)
    }

    /// Reads what a provider says about an account that is known already.
    ///
    /// - Parameters:
    ///   - subject: The account.
    ///   - answers: As above; there may be none.
    /// - Returns: The profile.
    package func profile(of subject: SubjectID, from answers: [JSONValue]) -> ProviderProfile {
        ProviderProfile(
            provider: preset.id, subject: subject,
            email: email.email(in: answers, tenantEmail), name: Self.name(name, in: answers),
            picture: picture.url(in: answers))
    }

    private static func name(_ alternatives: [[JSONPath]], in answers: [JSONValue]) -> String? {
        for answer in answers {
            for paths in alternatives {
                let parts = paths.compactMap { $0.value(in: answer)?.string }.map(printable).filter { !$0.isEmpty }
                if !parts.isEmpty { return limited(parts.count == 1 ? parts[0] : parts.joined(separator: " ")) }
            }
        }
        return nil
    }

    /// The text without what moves the cursor or turns the direction of writing.
    private static func printable(_ text: String) -> String {
        // Most names are plain: nothing to drop, and no blank at either end.
        let isPlain = text.utf8.allSatisfy { 0x20...0x7E ~= $0 }
        if isPlain, text.utf8.first != UInt8(ascii: " "), text.utf8.last != UInt8(ascii: " ") { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: break
            default: if !scalar.properties.isBidiControl { scalars.append(scalar) }
            }
        }
        let characters = String(scalars)
        let start = characters.firstIndex { $0 != " " } ?? characters.endIndex
        let end = characters.lastIndex { $0 != " " }.map { characters.index(after: $0) } ?? start
        return String(characters[start..<end])
    }

    /// As many whole characters as have no more than the allowed scalars.
    private static func limited(_ text: String) -> String? {
        if !text.isEmpty, text.utf8.count <= ProviderProfile.maximumNameScalars { return text }
        var count = 0
        let prefix = text.prefix { character in
            count += character.unicodeScalars.count
            return count <= ProviderProfile.maximumNameScalars
        }
        return prefix.isEmpty ? nil : String(prefix)
    }
}

extension SubjectRule {
    /// The subject in an answer.
    ///
    /// The first member that is there decides: another one never takes the place of one that is null or malformed.
    ///
    /// - Parameter answer: The answer.
    /// - Returns: The subject.
    /// - Throws: `ProviderError` with code `subjectMissing` or `subjectInvalid`.
    public func subject(in answer: JSONValue) throws(ProviderError) -> SubjectID {
        switch reading {
        case .whole: return try SubjectID(first(in: answer))
        case .lastPathSegment:
            let whole = try SubjectID(first(in: answer))
            let segments = whole.value.split(separator: "/", omittingEmptySubsequences: false)
            return try SubjectID(.string(segments.last.map(String.init) ?? ""))
        case .joinedGUIDs:
            var parts: [String] = []
            for path in paths {
                let part = try SubjectID(path.value(in: answer)).value
                guard MicrosoftTenant.isGUID(part) else {
                    throw ProviderError(.subjectInvalid, "\(path) is \(part.quotedExcerpt), not a GUID")
                }
                parts.append(part.lowercased())
            }
            return try SubjectID(.string(parts.joined(separator: ":")))
        }
    }

    private func first(in answer: JSONValue) -> JSONValue? {
        for path in paths {
            if let value = path.value(in: answer) { return value }
        }
        return nil
    }
}
