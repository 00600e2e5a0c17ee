public import Cryptography

/// Where the public halves of an account's keys are published, as a rotation sees it: Google's IAM, or a test.
///
/// Every function may be called again after it was broken off, and what it throws ends the step: it is taken again later.
public protocol KeyPublisher: Sendable {
    /// The identifier of the published key that a certificate is about; nil where it is not known there.
    ///
    /// It is asked before each upload, so an answer that was lost makes no second key.
    func identifier(of certificate: Certificate, account: String) async throws -> String?

    /// Hands in a certificate, and gives back the identifier that the key has from now on.
    func upload(_ certificate: Certificate, account: String) async throws -> String

    /// Whether others can see a key now, and its public half is ours.
    func isPublished(_ keyID: String, _ publicKey: PublicKey, account: String) async throws -> Bool

    /// Whether a key is there and verifies nothing.
    ///
    /// It is asked before a key signs: one that was disabled stays published for a while.
    func isDisabled(_ keyID: String, account: String) async throws -> Bool

    /// Lets a key verify nothing any more; it can be taken back.
    func disable(_ keyID: String, account: String) async throws

    /// Deletes a key for good.
    func delete(_ keyID: String, account: String) async throws
}
