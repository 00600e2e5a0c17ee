import StrictJSON

/// Whose metadata is expected.
///
/// There is no case for "anyone".
public enum ExpectedIssuer: Sendable {
    /// That of one issuer.
    case exactly(IssuerIdentifier)
    /// That of a provider with many tenants, which names the template.
    case multiTenantTemplate(IssuerTemplate)
    /// That of one tenant, which the metadata names and whose name is not known before.
    case tenant(of: IssuerTemplate)

    /// Returns if metadata names the expected issuer, byte for byte.
    ///
    /// - Throws: `OAuthClientError` with code `issuerMismatch`.
    func check(_ found: String) throws(OAuthClientError) {
        switch self {
        case .exactly(let issuer): try issuer.check(found)
        case .tenant(let template): _ = try template.tenant(ofIssuer: found)
        case .multiTenantTemplate(let template):
            guard found.hasSameBytes(as: template.text) else {
                throw OAuthClientError(
                    .issuerMismatch,
                    "the metadata is that of the issuer \(found.quotedExcerpt), expected the template "
                        + template.text.quotedExcerpt)
            }
        }
    }
}
