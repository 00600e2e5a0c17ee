import BridgeServer
import Cryptography
import CustomTokenBridge
import GoogleCloud
import JOSE
import StrictJSON

/// Whether Google publishes the keys that sign, and the certificates are valid.
struct PublishedKeysCheckup: Sendable {
    private static let subject = "published keys"
    /// How long before its end a certificate is warned of.
    private static let shortestDays = KeyList.shortestDays

    private let account: String
    private let keys: [ServiceKeys.PublishedKey]
    private let connection: GoogleConnection

    /// Takes the keys of a signer; nil where it is Google that signs, which was asked for a signature.
    init?(_ chosen: ChosenSigner, _ connection: GoogleConnection) {
        guard !chosen.published.isEmpty else { return nil }
        account = chosen.account
        keys = chosen.published
        self.connection = connection
    }

    func findings() async -> [CheckupFinding] {
        do {
            let certificates = try await PublishedCertificates(account: AccountName(account), connection: connection)
                .certificates()
            let now = try SystemWallClock().now()
            return keys.map { finding($0, among: certificates, at: now) }
        } catch {
            return [.failed(Self.subject, error)]
        }
    }

    private func finding(
        _ key: ServiceKeys.PublishedKey, among certificates: [String: [UInt8]], at now: NumericDate
    ) -> CheckupFinding {
        let name = "the \(key.state) key \(key.id?.argumentExcerpt ?? "without a name")"
        let match = certificates.first { (try? PublicKey(parsing: $0.value))?.material == key.key }
        guard let match else {
            if let id = key.id, certificates[id] != nil {
                return .failed(
                    Self.subject, "Google publishes another key under the identifier of \(name)",
                    hint: "import the key again with the identifier that Google shows for it")
            }
            switch key.state {
            case "active":
                return .failed(
                    Self.subject, "Google does not publish \(name) of \(account): nobody accepts its tokens",
                    hint: "was it disabled or deleted at Google? a key of one's own: token-bridge keys upload; else"
                        + " token-bridge keys rotate")
            case "retiring":
                return .warning(Self.subject, "Google does not publish \(name) any more, and its tokens are under way")
            default: return .ok(Self.subject, "Google does not publish \(name) yet")
            }
        }
        if let end = (try? Certificate(parsing: match.value))?.validity.upperBound {
            let hint = "token-bridge keys rotate puts another key in its place"
            guard end > now else {
                return .failed(Self.subject, "the certificate of \(name) expired at \(end.utc)", hint: hint)
            }
            if end < now + Self.shortestDays * 86400 {
                return .warning(Self.subject, "the certificate of \(name) expires at \(end.utc)", hint: hint)
            }
        }
        if let id = key.id, !match.key.hasSameBytes(as: id) {
            return .warning(Self.subject, "Google publishes \(name) as \(match.key.argumentExcerpt)")
        }
        return .ok(Self.subject, "Google publishes \(name)")
    }
}
