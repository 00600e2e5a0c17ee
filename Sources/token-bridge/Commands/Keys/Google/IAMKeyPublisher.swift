import Cryptography
import GoogleCloud
import KeyRings

/// Publishes keys at Google's IAM.
struct IAMKeyPublisher: KeyPublisher {
    let tokens: any AccessTokenSource
    let connection: GoogleConnection

    /// The keys of an account.
    func keys(_ account: String) throws -> IAMKeys {
        try IAMKeys(account: AccountName(account), tokens: tokens, connection: connection)
    }

    func identifier(of certificate: Certificate, account: String) async throws -> String? {
        try await keys(account).key(with: certificate.publicKey)?.keyID
    }

    func upload(_ certificate: Certificate, account: String) async throws -> String {
        try await keys(account).upload(certificatePEM: certificate.pem()).keyID
    }

    func isPublished(_ keyID: String, _ publicKey: PublicKey, account: String) async throws -> Bool {
        try await PublishedCertificates(account: AccountName(account), connection: connection)
            .isPublished(keyID, publicKey)
    }

    func isDisabled(_ keyID: String, account: String) async throws -> Bool {
        try await keys(account).key(keyID).isDisabled
    }

    func disable(_ keyID: String, account: String) async throws {
        try await unlessGone { try await keys(account).disable(keyID) }
    }

    func delete(_ keyID: String, account: String) async throws {
        try await unlessGone { try await keys(account).delete(keyID) }
    }

    /// A key that is gone, after an answer that was lost or by another hand, is what was wanted.
    private func unlessGone(_ body: () async throws -> Void) async throws {
        do {
            try await body()
        } catch let error as GoogleCloudError where error.code == .keyNotFound {
            return
        }
    }
}
