import StrictJSON

/// The issuers of a provider that has one for each tenant, and whose shared metadata names the template
/// `.../{tenantid}/...` instead of an issuer.
///
/// Only an explicit setting makes one. Whoever accepts every tenant accepts what any tenant's administrator asserts.
public struct IssuerTemplate: Sendable {
    /// Whose tokens are accepted.
    public enum Tenants: Sendable {
        /// These tenants.
        case only([String])
        /// Every tenant of the provider: nothing but the subject of its own tenant may then identify a user.
        case everyTenantOfTheProvider
    }

    /// What stands for the tenant.
    public static let placeholder = "{tenantid}"

    /// The template as the metadata names it.
    public let text: String
    private let prefix: String
    private let suffix: String
    private let tenants: Tenants

    /// Checks a template.
    ///
    /// - Parameters:
    ///   - text: The template, an address with `{tenantid}` once in its path.
    ///   - tenants: Whose tokens are accepted.
    /// - Throws: `OAuthClientError` with code `addressNotAllowed`.
    public init(_ text: String, tenants: Tenants) throws(OAuthClientError) {
        let parts = text.split(separator: Self.placeholder, omittingEmptySubsequences: false)
        guard parts.count == 2, let before = parts.first, let after = parts.last, before.hasSuffix("/"),
            after.isEmpty || after.hasPrefix("/")
        else {
            throw OAuthClientError(
                .addressNotAllowed,
                "the template of issuers \(text.quotedExcerpt) does not have \(Self.placeholder) once in its path"
            )
        }
        _ = try IssuerIdentifier("\(before)tenant\(after)")
        self.text = text
        self.tenants = tenants
        prefix = String(before)
        suffix = String(after)
    }

    /// The issuer of one tenant, which the `iss` of that tenant's tokens must be.
    ///
    /// - Parameter tenant: The tenant, as the token names it.
    /// - Returns: The issuer.
    /// - Throws: `OAuthClientError` with code `issuerMismatch` for a tenant that is not accepted, or that is no name
    ///   of letters, digits, dots and hyphens.
    public func issuer(forTenant tenant: String) throws(OAuthClientError) -> IssuerIdentifier {
        guard 1...255 ~= tenant.utf8.count, tenant.utf8.allSatisfy(Self.isTenantCharacter), accepts(tenant) else {
            throw OAuthClientError(
                .issuerMismatch, "the tenant \(tenant.quotedExcerpt) is not among those that are accepted")
        }
        return try IssuerIdentifier(prefix + tenant + suffix)
    }

    /// The tenant whose issuer this is.
    ///
    /// - Parameter issuer: The issuer, as metadata or a token names it.
    /// - Returns: The tenant.
    /// - Throws: `OAuthClientError` with code `issuerMismatch` where it is that of no accepted tenant.
    public func tenant(ofIssuer issuer: String) throws(OAuthClientError) -> String {
        let tenant = issuer.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)
        let name = String(decoding: tenant, as: UTF8.self)
        guard try self.issuer(forTenant: name).text.hasSameBytes(as: issuer) else {
            throw OAuthClientError(
                .issuerMismatch, "the issuer \(issuer.quotedExcerpt) does not fit the template \(text.quotedExcerpt)")
        }
        return name
    }

    private func accepts(_ tenant: String) -> Bool {
        switch tenants {
        case .only(let names): names.contains { $0.hasSameBytes(as: tenant) }
        case .everyTenantOfTheProvider: !tenant.utf8.allSatisfy { $0 == UInt8(ascii: ".") }
        }
    }

    private static func isTenantCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."): true
        default: false
        }
    }
}
