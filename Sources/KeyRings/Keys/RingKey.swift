public import Cryptography
public import CustomTokens
public import JOSE
import StrictJSON

/// A key of a ring as it was read from its file.
public struct RingKey: Sendable {
    /// What the ring knows of it.
    public let entry: KeyRing.Entry
    /// The name of its file in the folder.
    public let file: String
    /// The account with the private key.
    public let account: ServiceAccount
    /// The certificate by which the key is, or will be, published; nil where there is none.
    public let certificate: Certificate?

    /// The identifier: the `kid` of its tokens.
    public var id: String { entry.id }
    /// Whether the identifier was made up here, and not given by Google: then its certificate was not uploaded by us.
    public var isNamedHere: Bool {
        guard let made = try? KeyIdentifier.made(for: account.privateKey.publicKey) else { return false }
        return made.hasSameBytes(as: id)
    }
    /// The state.
    public var state: KeyState { entry.state }
    /// The number of bits of the modulus.
    public var bits: Int { account.privateKey.bits }
    /// When the certificate ends; nil where there is none.
    public var expiresAt: NumericDate? { certificate?.validity.upperBound }

    /// Returns if the certificate lets the key sign at a time.
    ///
    /// - Parameter now: The time.
    /// - Throws: `KeyRingError` with code `certificateUnusable`.
    public func checkCertificate(at now: NumericDate) throws(KeyRingError) {
        guard let certificate else { return }
        if certificate.validity.upperBound < now {
            throw KeyRingError(
                .certificateUnusable,
                "the certificate of the key \(id) expired at \(certificate.validity.upperBound.utc):"
                    + " Google no longer knows its tokens")
        }
        guard certificate.validity.lowerBound <= now else {
            throw KeyRingError(
                .certificateUnusable,
                "the certificate of the key \(id) is valid from \(certificate.validity.lowerBound.utc) on,"
                    + " and the clock shows \(now.utc)")
        }
    }
}
