import Cryptography
public import OAuthClient
import StrictJSON

/// The registered clients, ready to prove themselves.
public struct ClientRegistry: Sendable {
    /// A client with what it proves itself with.
    struct Entry: Sendable {
        let client: RegisteredClient
        /// The hash of its secret; nil where it has none.
        let secretDigest: SHA256Digest?
        /// Its keys; nil where it has none.
        let keys: (any KeySource)?

        /// Whether it may authenticate in a way.
        func allows(_ way: RegisteredClient.Authentication) -> Bool {
            switch client.kind {
            case .publicClient: false
            case .confidential(_, _, let ways): ways.contains(way)
            }
        }

        /// Whether it has nothing to prove itself with.
        var isPublic: Bool {
            switch client.kind {
            case .publicClient: true
            case .confidential: false
            }
        }
    }

    /// By the bytes of their identifiers: strings that are canonically equivalent would be one key.
    private let entries: [[UInt8]: Entry]

    /// Makes clients ready.
    ///
    /// - Parameters:
    ///   - clients: The clients, none with the identifier of another.
    ///   - earlier: The clients of before, whose published keys stay known where their address is the same; nil for none.
    ///   - keySource: Makes what fetches and keeps the keys that a client publishes.
    /// - Throws: `BridgeError` with code `cryptographyFailed`.
    public init(
        _ clients: [RegisteredClient], keepingKeysOf earlier: ClientRegistry? = nil,
        keySource: (EndpointURL) -> any KeySource
    ) throws(BridgeError) {
        var entries: [[UInt8]: Entry] = [:]
        for client in clients {
            entries[[UInt8](client.id.utf8)] = try Entry(client, earlier?.entry(client.id), keySource)
        }
        self.entries = entries
    }

    /// The client of an identifier.
    ///
    /// - Parameter id: The client identifier, compared byte for byte.
    /// - Returns: The client; nil where there is none.
    public func client(_ id: String) -> RegisteredClient? {
        entry(id)?.client
    }

    func entry(_ id: String) -> Entry? {
        entries[[UInt8](id.utf8)]
    }

    /// The hash by which secrets are compared.
    static func digest(of secret: ClientSecret) throws(BridgeError) -> SHA256Digest {
        do throws(CryptographyError) {
            return try SHA256Digest(of: [UInt8](secret.secretText.utf8))
        } catch {
            throw BridgeError(.cryptographyFailed, error.reason)
        }
    }
}

extension ClientRegistry.Entry {
    fileprivate init(
        _ client: RegisteredClient, _ earlier: Self?, _ keySource: (EndpointURL) -> any KeySource
    ) throws(BridgeError) {
        guard case .confidential(let secret, let keys, _) = client.kind else {
            self.init(client: client, secretDigest: nil, keys: nil)
            return
        }
        let source: (any KeySource)? =
            switch keys {
            case nil: nil
            case .file(let keys): keys
            case .published(let url): earlier?.keys(publishedAt: url) ?? keySource(url)
            }
        self.init(
            client: client,
            secretDigest: try secret.map { (secret) throws(BridgeError) in try ClientRegistry.digest(of: secret) },
            keys: source)
    }

    /// What keeps the keys that the client publishes at an address; nil where it publishes none there.
    private func keys(publishedAt url: EndpointURL) -> (any KeySource)? {
        guard case .confidential(_, .published(let own)?, _) = client.kind, own.text.hasSameBytes(as: url.text) else {
            return nil
        }
        return keys
    }
}
