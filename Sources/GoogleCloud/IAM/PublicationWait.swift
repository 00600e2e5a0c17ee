public import Cryptography
import OAuthClient
import StrictJSON

/// How long to wait until a new key is published, and how often to look.
public struct PublicationWait: Sendable {
    /// For keys that were just uploaded: at least a minute, as IAM's documents ask for, and at most ten.
    public static let standard = PublicationWait(
        least: .seconds(60), deadline: .seconds(600), firstPause: .seconds(5), longestPause: .seconds(60))

    /// The shortest wait: not every server of Google's learns of a key at once.
    public let least: Duration
    /// The longest wait.
    public let deadline: Duration
    /// The pause after the first look; each later one is twice as long.
    public let firstPause: Duration
    /// The longest pause.
    public let longestPause: Duration

    /// Makes a wait.
    ///
    /// - Parameters:
    ///   - least: The shortest wait.
    ///   - deadline: The longest wait.
    ///   - firstPause: The pause after the first look.
    ///   - longestPause: The longest pause.
    public init(least: Duration, deadline: Duration, firstPause: Duration, longestPause: Duration) {
        self.least = least
        self.deadline = deadline
        self.firstPause = firstPause
        self.longestPause = longestPause
    }
}

extension PublishedCertificates {
    /// Waits until a key is published, as a certificate and in the key set.
    ///
    /// A server of Google's that is out of order for a while is no reason to give up.
    ///
    /// - Parameters:
    ///   - keyID: The key's identifier.
    ///   - publicKey: The key itself: another under its identifier is an error.
    ///   - wait: How long, and how often to look.
    /// - Throws: `GoogleCloudError` with code `keyNotPublished`, `accountNotFound` or `cancelled`.
    public func waitUntilPublished(
        _ keyID: String, _ publicKey: PublicKey, _ wait: PublicationWait = .standard
    ) async throws(GoogleCloudError) {
        let start = connection.clock.now()
        var pause = wait.firstPause
        var last = "it is not among the certificates"
        while true {
            switch await look(for: keyID, publicKey) {
            case .published:
                try await connection.wait(until: start + wait.least)
                return
            case .notYet(let reason): last = reason
            case .never(let error): throw error
            }
            let next = connection.clock.now() + pause
            guard next - start <= wait.deadline else {
                throw GoogleCloudError(
                    .keyNotPublished,
                    "the key \(keyID.quotedExcerpt) is not published within \(wait.deadline.components.seconds) s: \(last)",
                    hint: "it must not sign yet; run the same command again, which goes on from here")
            }
            try await connection.wait(until: next)
            pause = min(pause * 2, wait.longestPause)
        }
    }

    /// Whether a key is published now, as a certificate and in the key set.
    ///
    /// - Parameters:
    ///   - keyID: The key's identifier.
    ///   - publicKey: The key itself: another under its identifier is an error.
    /// - Returns: Whether it is.
    /// - Throws: `GoogleCloudError`.
    public func isPublished(_ keyID: String, _ publicKey: PublicKey) async throws(GoogleCloudError) -> Bool {
        switch await look(for: keyID, publicKey) {
        case .published: true
        case .notYet: false
        case .never(let error): throw error
        }
    }

    private enum Look {
        case published
        case notYet(String)
        case never(GoogleCloudError)
    }

    private func look(for keyID: String, _ publicKey: PublicKey) async -> Look {
        do throws(GoogleCloudError) {
            guard let published = try await self.publicKey(keyID) else {
                return .notYet("it is not among the certificates")
            }
            guard published.material == publicKey.material else {
                return .never(
                    GoogleCloudError(
                        .keyNotPublished,
                        "under \(keyID.quotedExcerpt) another key is published than the one that is waited for",
                        hint: "do not sign with it: compare the certificate that was uploaded"))
            }
            return try await isInKeySet(keyID) == false ? .notYet("it is not in the key set") : .published
        } catch {
            switch error.code {
            case .cancelled, .addressNotAllowed: return .never(error)
            default: return .notYet(error.reason)
            }
        }
    }
}
