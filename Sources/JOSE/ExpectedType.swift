import StrictJSON

/// What the `typ` of a token's header may say (RFC 8725, section 3.11).
public enum ExpectedType: Sendable {
    /// A token of no special kind: `typ` is absent, `JWT` or `JOSE`.
    case plain
    /// Exactly one media type, such as `at+jwt`, without its prefix `application/`.
    case mediaType(String)

    /// Returns if the header says so.
    ///
    /// Media types are compared without regard to case (RFC 7515, section 4.1.9).
    ///
    /// - Throws: `JOSEError` with code `typeMismatch`.
    func check(_ header: JOSEHeader) throws(JOSEError) {
        // What nearly every token says.
        if case .plain = self, header.type?.hasSameBytes(as: "JWT") ?? true { return }
        let type = header.type.map(Self.normalized)
        let isExpected =
            switch self {
            case .plain: type == nil || type == "jwt" || type == "jose"
            case .mediaType(let name): type == Self.normalized(name)
            }
        guard isExpected else {
            throw JOSEError(
                .typeMismatch,
                "the token's header says it is \(header.type?.quotedExcerpt ?? "untyped") (typ): another kind")
        }
    }

    private static func normalized(_ type: String) -> String {
        let name = type.lowercased()
        return name.hasPrefix("application/") ? String(name.dropFirst("application/".count)) : name
    }
}
