import OAuthClient
import Providers
import StrictJSON

/// Refuses, before any request, what is no access token of a client, as its beginning tells.
struct AccessTokenForm: Sendable {
    let rules: [ForeignToken]
    let subject: String

    /// Returns if the token may be one of a client.
    ///
    /// - Throws: `CredentialError` with code `credentialInvalid` or `credentialTypeNotAccepted`.
    func check(_ token: AccessToken) throws(CredentialError) {
        let text = token.secretText
        guard 1...8192 ~= text.utf8.count, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 }) else {
            throw CredentialError(
                .credentialInvalid, "\(subject): the access token is empty, too long or not printable ASCII")
        }
        for rule in rules where text.hasPrefix(rule.prefix) {
            throw CredentialError(
                .credentialTypeNotAccepted, "\(subject): this is \(rule.kind), which was issued to no client")
        }
    }
}
