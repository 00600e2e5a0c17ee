import Threads
import COpenSSL
import JOSE

/// Lends each thread that verifies with a key a context of its own.
///
/// Setting one up costs a sixth of an RS256 verification.
final class VerificationContextPool: Sendable {
    /// More threads than this at once find no idle context afterwards and make a new one.
    private static let mostIdle = 64

    private let key: EVPKey
    private let idle = Locked<[VerificationContext]>([])

    init(_ key: EVPKey) {
        self.key = key
    }

    func verify(_ signature: [UInt8], over message: [UInt8], algorithm: SignatureAlgorithm) -> Bool {
        guard algorithm != .edDSA else { return verifyWithoutHash(signature, over: message) }
        guard let context = borrowed(for: algorithm) else { return false }
        // One that has refused a signature is not used again: nothing is left to what a forged one did to it.
        guard context.verify(signature, over: message) else { return false }
        idle.withLock { contexts in
            if contexts.count < Self.mostIdle { contexts.append(context) }
        }
        return true
    }

    private func borrowed(for algorithm: SignatureAlgorithm) -> VerificationContext? {
        let context = idle.withLock { contexts in
            contexts.lastIndex { $0.algorithm == algorithm }.map { contexts.remove(at: $0) }
        }
        return context ?? (try? VerificationContext(key, algorithm))
    }

    /// EdDSA takes the message itself, and so much time that setting up does not count.
    private func verifyWithoutHash(_ signature: [UInt8], over message: [UInt8]) -> Bool {
        guard let context = try? DigestContext(),
            unsafe EVP_DigestVerifyInit(context.pointer, nil, nil, nil, key.pointer) == 1
        else { return false }
        return unsafe EVP_DigestVerify(context.pointer, signature, signature.count, message, message.count) == 1
    }
}
