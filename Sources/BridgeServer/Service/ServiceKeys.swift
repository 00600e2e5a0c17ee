public import Bridge
public import CustomTokens
public import JOSE
public import KeyRings
import Operations

/// What the service signs with, what it publishes of it, and the secret that its replicas share.
public struct ServiceKeys: Sendable {
    /// A key that custom tokens may be signed with.
    public struct PublishedKey: Sendable {
        /// Its key identifier.
        public let id: String?
        /// Its public half.
        public let key: KeyMaterial
        /// Its state, such as `active`.
        public let state: String
        let secondsToExpiry: Int64?

        /// Makes a key to publish.
        ///
        /// - Parameters:
        ///   - id: Its key identifier.
        ///   - key: Its public half.
        ///   - state: Its state, such as `active`.
        ///   - secondsToExpiry: For how many seconds its certificate is valid; nil where it has none.
        public init(id: String?, key: KeyMaterial, state: String = "active", secondsToExpiry: Int64? = nil) {
            self.id = id
            self.key = key
            self.state = state
            self.secondsToExpiry = secondsToExpiry
        }
    }

    /// The keys as metrics tell of them.
    var metrics: [KeyMetrics] {
        published.map { KeyMetrics(keyID: $0.id ?? "none", state: $0.state, secondsToExpiry: $0.secondsToExpiry) }
    }

    /// The identifier of the key that signs.
    var activeID: String { published.first { $0.state == "active" }?.id ?? "none" }

    /// Whether there is a key that signs: none is left where the one that did was revoked.
    var canSign: Bool { !(signer is RevokedSigner) }

    let signer: any CustomTokenSigner
    /// What signs, and why: for the log.
    public let summary: String?
    let published: [PublishedKey]
    let stateSecret: StateSecret
    /// What the folder of the keys looked like when they were read; nil where they are of no folder.
    let mark: FolderMark?

    /// Makes keys.
    ///
    /// - Parameters:
    ///   - signer: What signs custom tokens.
    ///   - summary: What that is and why it was chosen, for the log.
    ///   - published: The public halves of its keys; none where tokens are unsigned.
    ///   - stateSecret: The secret that all replicas share.
    ///   - mark: What their folder looked like when they were read; nil where they are of no folder.
    public init(
        signer: any CustomTokenSigner, summary: String? = nil, published: [PublishedKey], stateSecret: StateSecret,
        mark: FolderMark? = nil
    ) {
        self.signer = signer
        self.summary = summary
        self.published = published
        self.stateSecret = stateSecret
        self.mark = mark
    }

    /// The same without keys that were revoked; without the one that signs, nothing is signed.
    ///
    /// - Parameter isRevoked: Whether a key was.
    /// - Returns: What is left; nil where no key was revoked.
    func withdrawing(_ isRevoked: (PublishedKey) -> Bool) -> ServiceKeys? {
        let left = published.filter { !isRevoked($0) }
        guard left.count < published.count else { return nil }
        let signs = left.contains { $0.state == "active" }
        // The mark stays that of the keys that were read: the folder is still to be read again.
        return ServiceKeys(
            signer: signs ? signer : RevokedSigner(), summary: summary, published: left, stateSecret: stateSecret,
            mark: mark)
    }
}
