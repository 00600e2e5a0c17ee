import CustomTokens
import Failures
import Operations
import Threads

/// A signer of which readiness and metrics tell whether it signs.
final class WatchedSigner: CustomTokenSigner {
    private let signer: any CustomTokenSigner
    private let metrics: BridgeMetrics
    private let failing = Locked<String?>(nil)

    /// Watches a signer.
    init(_ signer: any CustomTokenSigner, metrics: BridgeMetrics) {
        self.signer = signer
        self.metrics = metrics
    }

    /// The stable code of why the last token could not be signed; nil where it was.
    var fault: String? { failing.withLock { $0 } }

    func customToken(for request: CustomTokenRequest) async throws(CustomTokenError) -> CustomToken {
        do throws(CustomTokenError) {
            let token = try await signer.customToken(for: request)
            failing.withLock { $0 = nil }
            return token
        } catch {
            note(error)
            throw error
        }
    }

    /// What a request asks for, and who does not wait for the answer, is no fault of the signer.
    private func note(_ error: CustomTokenError) {
        let failure = Failure(error)
        guard failure.httpOutcome.status >= 500, !Task.isCancelled else { return }
        failing.withLock { $0 = failure.code }
        metrics.signerFailed()
    }
}
