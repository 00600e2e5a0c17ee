public import StrictJSON

/// Scopes in their order, none twice (RFC 6749, section 3.3).
public struct ScopeSet: Sendable, Equatable {
    /// The scopes.
    public private(set) var scopes: [String] = []

    /// Makes a set.
    ///
    /// - Parameter scopes: The scopes; one that is there twice counts where it stands first.
    /// - Throws: `OAuthClientError` with code `parameterInvalid` for an empty scope or a character that RFC 6749 does
    ///   not allow.
    public init(_ scopes: [String] = []) throws(OAuthClientError) {
        for scope in scopes {
            guard Self.isScope(scope) else {
                throw OAuthClientError(
                    .parameterInvalid, "the scope \(scope.quotedExcerpt) has characters that no scope has, or none")
            }
            if !contains(scope) { self.scopes.append(scope) }
        }
    }

    private init(unchecked scopes: [String]) {
        self.scopes = scopes
    }

    private static func isScope(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { $0 == 0x21 || 0x23...0x5B ~= $0 || 0x5D...0x7E ~= $0 }
    }

    /// Whether there is no scope.
    public var isEmpty: Bool { scopes.isEmpty }

    /// Whether a scope is in the set; nothing is implied by another (`-w` does not include `-r`).
    ///
    /// - Parameter scope: The scope.
    /// - Returns: Whether it is there.
    public func contains(_ scope: String) -> Bool {
        scopes.contains { $0.hasSameBytes(as: scope) }
    }

    /// The scopes of this set, then those of another that are not in it.
    ///
    /// - Parameter others: More scopes.
    /// - Returns: All of them.
    public func adding(_ others: ScopeSet) -> ScopeSet {
        ScopeSet(unchecked: scopes + others.scopes.filter { !contains($0) })
    }

    /// The scopes in one text.
    ///
    /// - Parameter separator: What stands between them.
    /// - Returns: The text.
    public func text(separatedBy separator: ScopeSeparator = .space) -> String {
        scopes.joined(separator: separator.rawValue)
    }

    /// Returns the scopes if all of them are among those that the provider knows the client by.
    ///
    /// - Parameter allowed: The scopes that are configured at the provider.
    /// - Returns: The scopes.
    /// - Throws: `OAuthClientError` with code `scopeNotPreconfigured`, whose reason names both sets.
    public func limited(toPreconfigured allowed: ScopeSet) throws(OAuthClientError) -> ScopeSet {
        guard scopes.allSatisfy(allowed.contains) else {
            throw OAuthClientError(
                .scopeNotPreconfigured,
                "the scopes \(text().quotedExcerpt) were requested; configured at the provider are "
                    + "\(allowed.text().quotedExcerpt), and they must match exactly")
        }
        return self
    }
}

/// What stands between scopes in one text.
public enum ScopeSeparator: String, Sendable {
    /// A space, as RFC 6749 has it.
    case space = " "
    /// A comma, as some providers have it.
    case comma = ","
}

/// A way to write scopes in an answer that RFC 6749 does not know.
public enum ScopeForm: Sendable, Hashable {
    /// In one text with commas, or commas and spaces, between them.
    case commaSeparated
    /// As an array of texts.
    case array
}

extension ScopeSet {
    /// Reads the scopes of an answer, separated by spaces or in another form that is allowed.
    ///
    /// - Parameters:
    ///   - value: The member of the answer.
    ///   - forms: The forms that are allowed besides that of RFC 6749.
    /// - Throws: `OAuthClientError` with code `answerMalformed`.
    public init(_ value: JSONValue, allowing forms: Set<ScopeForm>) throws(OAuthClientError) {
        let texts: [String]
        switch value {
        case .string(let text): texts = Self.pieces(of: text, allowing: forms)
        case .array(let elements) where forms.contains(.array) && elements.allSatisfy({ $0.string != nil }):
            texts = elements.compactMap(\.string)
        default: throw OAuthClientError(.answerMalformed, "the scopes of the answer are not in a form that is allowed")
        }
        do {
            try self.init(texts)
        } catch {
            throw OAuthClientError(.answerMalformed, "the answer is malformed: \(error.reason)")
        }
    }

    private static func pieces(of text: String, allowing forms: Set<ScopeForm>) -> [String] {
        text.utf8.split { $0 == 0x20 || ($0 == UInt8(ascii: ",") && forms.contains(.commaSeparated)) }
            .map { String(decoding: $0, as: UTF8.self) }
    }
}
