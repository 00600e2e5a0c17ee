import JOSE
import OAuthClient
import Providers
import StrictJSON

extension TokenIssuer {
    /// Who a provider's tokens must be from; nil where it issues none that are accepted.
    init?(_ provider: ConfiguredProvider, metadataIssuer: String?) {
        switch provider.preset.acceptedIssuers {
        case .none: return nil
        case .oneOf(let issuers): self = .oneOf(issuers)
        case .microsoft(let tenant):
            self = .demandedByClaims { (claims) throws(JOSEError) in
                try Self.microsoftIssuer(claims, tenant, provider.idToken?.allowedTenants ?? [], metadataIssuer)
            }
        }
    }

    /// The issuer of the token's own tenant, if that may sign in (PRV-22).
    private static func microsoftIssuer(
        _ claims: JSONObject, _ tenant: MicrosoftTenant, _ allowed: [String], _ metadataIssuer: String?
    ) throws(JOSEError) -> String {
        guard let identifier = claims["tid"]?.string else {
            throw JOSEError(.claimMissing, "the token names no tenant (tid)")
        }
        do throws(OAuthClientError) {
            let template = try MicrosoftTenant.issuerTemplate()
            let resolved: String? = if let metadataIssuer { try template.tenant(ofIssuer: metadataIssuer) } else { nil }
            let isAllowed = allowed.isEmpty || allowed.contains { $0.lowercased() == identifier.lowercased() }
            guard tenant.accepts(identifier, resolved: resolved), isAllowed else {
                throw OAuthClientError(
                    .issuerMismatch, "the tenant \(identifier.quotedExcerpt) (tid) is not among those that may sign in")
            }
            return try template.issuer(forTenant: identifier).text
        } catch {
            throw JOSEError(.issuerMismatch, error.reason)
        }
    }
}
