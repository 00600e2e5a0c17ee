import Threads
import CustomTokens

/// Something that fails some times, and then works.
final class Fault: Sendable {
    private let left = Locked(0)

    /// Lets it fail for the next times.
    func arm(_ times: Int = 1) { left.withLock { $0 = times } }

    /// Whether it fails now.
    func occurs() -> Bool {
        left.withLock { left in
            guard left > 0 else { return false }
            left -= 1
            return true
        }
    }
}

/// A signer that is away some times, as one over a network is.
struct FaultySigner: CustomTokenSigner {
    let signer: any CustomTokenSigner
    let fault: Fault

    func customToken(for request: CustomTokenRequest) async throws(CustomTokenError) -> CustomToken {
        guard !fault.occurs() else { throw CustomTokenError(.signerUnavailable, "nobody answers") }
        return try await signer.customToken(for: request)
    }
}
