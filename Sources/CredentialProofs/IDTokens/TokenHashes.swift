import Cryptography
import JOSE
import OAuthClient
import StrictJSON

/// Compares the hashes by which an ID token names what came with it (OpenID Connect Core, sections 3.1.3.8 and 3.3.2.10).
struct TokenHashes: Sendable {
    /// Whose token it is, for messages.
    let subject: String

    /// Returns if each hash that is there is that of what came with the token.
    ///
    /// - Throws: `CredentialError` with code `credentialInvalid`.
    func check(_ token: VerifiedJWT, _ binding: IDTokenBinding) throws(CredentialError) {
        if let accessToken = binding.accessToken {
            try check("at_hash", accessToken.secretText, "access token", token)
        }
        if let code = binding.code { try check("c_hash", code.secretText, "code", token) }
    }

    private func check(
        _ name: String, _ text: String, _ kind: String, _ token: VerifiedJWT
    ) throws(CredentialError) {
        let hash: String
        switch token.claims[name] {
        case nil: return
        case .string(let text)?: hash = text
        case let value?: throw CredentialError(.credentialInvalid, "\(subject): \(name) is \(value.kind), not a string")
        }
        let expected: String
        do {
            expected = try TokenHash.leftHalf(of: text, for: token.header.algorithm)
        } catch {
            throw CredentialError(error, subject)
        }
        guard hash.hasSameBytes(as: expected) else {
            throw CredentialError(
                .credentialInvalid, "\(subject): the ID token belongs to another \(kind) (\(name)): they were mixed up")
        }
    }
}
