public import Bridge
public import CustomTokens
public import JOSE
import Operations

/// What the service signs with, what it publishes of it, and the secret that its replicas share.
public struct ServiceKeys: Sendable {
    /// A key that custom tokens may be signed with.
    public struct PublishedKey: Sendable {
        let id: String?
        let key: KeyMaterial

        /// Makes a key to publish.
        ///
        /// - Parameters:
        ///   - id: Its key identifier.
        ///   - key: Its public half.
        public init(id: String?, key: KeyMaterial) {
            self.id = id
            self.key = key
        }
    }

    /// The keys as metrics tell of them.
    var metrics: [KeyMetrics] {
        published.map { KeyMetrics(keyID: $0.id ?? "none", state: "active", secondsToExpiry: nil) }
    }

    let signer: any CustomTokenSigner
    let published: [PublishedKey]
    let stateSecret: StateSecret

    /// Makes keys.
    ///
    /// - Parameters:
    ///   - signer: What signs custom tokens.
    ///   - published: The public halves of its keys; none where tokens are unsigned.
    ///   - stateSecret: The secret that all replicas share.
    public init(signer: any CustomTokenSigner, published: [PublishedKey], stateSecret: StateSecret) {
        self.signer = signer
        self.published = published
        self.stateSecret = stateSecret
    }
}
