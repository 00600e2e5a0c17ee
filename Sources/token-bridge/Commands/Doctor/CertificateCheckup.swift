import BridgeServer
import Configuration
import Cryptography
import CustomTokenBridge
import CustomTokens
import JOSE
import StrictJSON

/// Whether the service has a certificate that will do.
struct CertificateCheckup: Sendable {
    private static let subject = "certificate"
    /// How long before its end it is warned of.
    private static let shortestDays: Int64 = 14

    private let configuration: BridgeConfiguration

    init(_ configuration: BridgeConfiguration) {
        self.configuration = configuration
    }

    func findings() -> [CheckupFinding] {
        guard let files = configuration.tls else {
            let isEncrypted = configuration.issuer.text.hasPrefix("https:")
            return isEncrypted
                ? [.ok(Self.subject, "none of its own: a proxy has the one of \(configuration.issuer.text)")]
                : []
        }
        do {
            try Waiting.result { [configuration] in try await configuration.checkCertificate() }
            let now = try SystemWallClock().now()
            let end = try Self.first(SecretFile(regularFile: files.certificate).bytes).validity.upperBound
            let name = files.certificate.argumentExcerpt
            guard end > now else {
                return [.failed(Self.subject, "\(name) expired at \(end.utc)", hint: "renew it, and send SIGHUP")]
            }
            guard end > now + Self.shortestDays * 86400 else {
                return [.warning(Self.subject, "\(name) expires at \(end.utc)", hint: "renew it, and send SIGHUP")]
            }
            return [.ok(Self.subject, "\(name) belongs to its key, and is valid until \(end.utc)")]
        } catch {
            return [.failed(Self.subject, error)]
        }
    }

    /// The first certificate of a chain, which is the service's own.
    private static func first(_ chain: [UInt8]) throws -> Certificate {
        let text = String(decoding: chain, as: UTF8.self)
        let end = text.firstRange(of: "-----END CERTIFICATE-----")?.upperBound ?? text.endIndex
        return try Certificate(parsing: [UInt8](text[..<end].utf8))
    }
}
