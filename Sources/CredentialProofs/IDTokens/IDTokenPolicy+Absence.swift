import OAuthClient
import Providers
import StrictJSON

extension ConfiguredProvider {
    /// Returns if a sign-in that no ID token tells of meets what the configuration demands of sign-ins.
    ///
    /// A device must not get around a demand by the kind of its credential.
    ///
    /// - Parameter answers: What the provider says about the account.
    /// - Throws: `CredentialError` with code `credentialInvalid`.
    func checkPolicyWithoutIDToken(_ answers: [JSONValue]) throws(CredentialError) {
        guard let policy = idToken else { return }
        guard policy.maximumAuthenticationAge == nil, policy.requiredContextClasses.isEmpty else {
            throw CredentialError(
                .credentialInvalid,
                "\(id): only an ID token tells when and how the person signed in (auth_time, acr), which the configuration wants to know"
            )
        }
        guard !policy.hostedDomains.isEmpty else { return }
        let domains = answers.compactMap { $0.object?["hd"]?.string }
        guard domains.contains(where: { found in policy.hostedDomains.contains { $0.hasSameBytes(as: found) } }) else {
            throw CredentialError(
                .credentialInvalid,
                "\(id): the account is at \(domains.first?.quotedExcerpt ?? "no hosted domain") (hd), expected "
                    + policy.hostedDomains.map(\.quotedExcerpt).joined(separator: " or "))
        }
    }
}
