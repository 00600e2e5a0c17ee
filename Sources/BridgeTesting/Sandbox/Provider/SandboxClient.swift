public import OAuthClient
import StrictJSON

/// An OAuth client that is registered with the sandbox provider.
public struct SandboxClient: Sendable {
    /// An algorithm that ID tokens are signed with.
    public enum SigningAlgorithm: String, Sendable, CaseIterable {
        /// ECDSA on P-256.
        case es256 = "ES256"
        /// RSASSA-PKCS1-v1_5.
        case rs256 = "RS256"
    }

    /// The client identifier.
    public let identifier: String
    /// The secret; nil for a public client.
    public let secret: ClientSecret?
    /// Where it may be answered; a loopback address stands for all its ports (RFC 8252, section 7.3).
    public let redirectURIs: [String]
    /// How its ID tokens are signed.
    public let signingAlgorithm: SigningAlgorithm

    /// Registers a client.
    ///
    /// - Parameters:
    ///   - identifier: The client identifier.
    ///   - secret: The secret; nil for a public client.
    ///   - redirectURIs: Where it may be answered.
    ///   - signingAlgorithm: How its ID tokens are signed.
    public init(
        identifier: String, secret: ClientSecret?, redirectURIs: [String], signingAlgorithm: SigningAlgorithm = .es256
    ) {
        self.identifier = identifier
        self.secret = secret
        self.redirectURIs = redirectURIs
        self.signingAlgorithm = signingAlgorithm
    }

    /// The clients of a sandbox that was not given others: a bridge, a device, a classic client with RS256, and the app
    /// of somebody else.
    public static let standard = [
        SandboxClient(
            identifier: "sandbox-bridge", secret: ClientSecret("sandbox-bridge-secret"),
            redirectURIs: ["http://127.0.0.1/callback", "http://127.0.0.1/callback/sandbox"]),
        SandboxClient(identifier: "sandbox-device", secret: nil, redirectURIs: ["http://127.0.0.1/callback"]),
        SandboxClient(
            identifier: "sandbox-classic", secret: ClientSecret("sandbox-classic-secret"),
            redirectURIs: ["http://127.0.0.1/callback"], signingAlgorithm: .rs256),
        SandboxClient(
            identifier: "somebody-else", secret: ClientSecret("somebody-else-secret"),
            redirectURIs: ["http://127.0.0.1/callback"]),
    ]

    /// Whether the client may be answered at an address: one that is registered, byte for byte, but for the port of a
    /// loopback address.
    func allows(redirectURI: String) -> Bool {
        redirectURIs.contains { registered in
            if registered.hasSameBytes(as: redirectURI) { return true }
            guard let own = Self.withoutPort(registered), let asked = Self.withoutPort(redirectURI) else {
                return false
            }
            return own.hasSameBytes(as: asked)
        }
    }

    /// An address of this machine without its port; nil for other addresses.
    private static func withoutPort(_ address: String) -> String? {
        for origin in ["http://127.0.0.1", "http://[::1]"] where address.utf8.starts(with: origin.utf8) {
            var rest = address.utf8.dropFirst(origin.utf8.count)
            if rest.first == UInt8(ascii: ":") {
                let digits = rest.dropFirst().prefix { 0x30...0x39 ~= $0 }
                guard 1...5 ~= digits.count else { return nil }
                rest = rest[digits.endIndex...]
            }
            guard rest.isEmpty || rest.first == UInt8(ascii: "/") || rest.first == UInt8(ascii: "?") else { return nil }
            return origin + String(Substring(rest))
        }
        return nil
    }
}
