import Cryptography
import JOSE
import Providers
import StrictJSON

/// Compares the nonce of an ID token with the caller's (OIDC-11, PRV-21).
struct NonceCheck: Sendable {
    /// How the provider changes a nonce, as it is configured.
    let rule: NonceRule
    /// How it does by its preset, which also says when one must or need not be there.
    let presetRule: NonceRule
    /// Whose token it is, for messages.
    let subject: String

    /// Returns if the token's nonce is the caller's.
    ///
    /// - Throws: `CredentialError` with code `nonceMismatch`, `nonceRequired` or `credentialInvalid`.
    func check(_ claims: JSONObject, _ nonce: CallerNonce) throws(CredentialError) {
        switch (try claim(in: claims), nonce) {
        case (nil, .none):
            guard presetRule != .sha256Hex else {
                throw CredentialError(
                    .nonceRequired, "\(subject): this provider's tokens need a nonce, and there is none")
            }
        case (_?, .none):
            throw CredentialError(
                .nonceRequired, "\(subject): the token is bound to a nonce; send the raw nonce along with it")
        case (nil, .raw), (nil, .asSent):
            guard presetRule == .rawOrSHA256Hex, claims["nonce_supported"] == .bool(false) else {
                throw CredentialError(
                    .nonceMismatch, "\(subject): a nonce was sent, and the token has none\(explanation)")
            }
        case (let found?, .asSent(let expected)):
            guard Self.areEqual(found, expected) else { throw mismatch() }
        case (let found?, .raw(let raw)): try check(found, raw)
        }
    }

    private func check(_ found: String, _ raw: RawNonce) throws(CredentialError) {
        let isRaw = Self.areEqual(found, raw.secretText)
        switch rule {
        case .raw where isRaw, .notSupported where isRaw, .rawOrSHA256Hex where isRaw: return
        case .rawOrSHA256Hex, .sha256Hex:
            guard try Self.areEqual(found, hash(of: raw)) else {
                guard rule == .sha256Hex, isRaw else { throw mismatch() }
                throw CredentialError(
                    .nonceMismatch, "\(subject): what was sent is the hash of the nonce; send the raw nonce instead")
            }
        case .raw, .notSupported: throw mismatch()
        }
    }

    private func hash(of nonce: RawNonce) throws(CredentialError) -> String {
        do {
            return try SHA256Digest(of: [UInt8](nonce.secretText.utf8)).hexadecimal
        } catch {
            throw CredentialError(error, subject)
        }
    }

    private func claim(in claims: JSONObject) throws(CredentialError) -> String? {
        switch claims["nonce"] {
        case nil, .null?: return nil
        case .string(let nonce)? where !nonce.isEmpty: return nonce
        case .string?: throw CredentialError(.nonceMismatch, "\(subject): the token's nonce is empty")
        case let value?: throw CredentialError(.credentialInvalid, "\(subject): nonce is \(value.kind), not a string")
        }
    }

    private var explanation: String {
        rule == .notSupported ? ": this provider puts none into its tokens, so send none" : ""
    }

    private func mismatch() -> CredentialError {
        CredentialError(.nonceMismatch, "\(subject): the token's nonce is not the one that was sent")
    }

    private static func areEqual(_ left: String, _ right: String) -> Bool {
        ConstantTime.areEqual(left, right)
    }
}
