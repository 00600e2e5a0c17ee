public import Cryptography
import Glibc
import JOSE
import Threads

/// A private key that stays in a token, probed and ready to sign with RS256 from any number of tasks.
///
/// Tokens make their callers wait: each session has a thread of its own, so that no task's thread does. A session that
/// is lost is opened again.
public final class HardwareSigningKey: Sendable {
    /// The sessions where nothing else is said: HSMs sign several messages at once, TPMs and cards one.
    public static let standardSessions = 4
    /// How many signatures may wait: more would wait longer than their callers do.
    private static let waitingCalls = 1024
    /// How long the end waits for a token, in milliseconds.
    private static let patience = 2000

    /// The URI of the key.
    public let uri: PKCS11URI
    /// The public half.
    public let publicKey: PublicKey
    /// What is worth telling the operator.
    public let warnings: [String]

    private let queue: CallQueue<SigningCall>

    /// Opens a key, and probes it: OpenSSL and libjwt must both find right what it signs.
    ///
    /// This waits for the token, as reading a file waits for the disk; it belongs to the start.
    ///
    /// - Parameters:
    ///   - uri: The URI of the key.
    ///   - environment: The environment, where the URI says that the PIN stands there.
    ///   - sessions: How many signatures are made at once, 1 to 64.
    /// - Throws: `HardwareKeyError`.
    public init(
        opening uri: PKCS11URI, environment: [String: String], sessions: Int = standardSessions
    ) throws(HardwareKeyError) {
        let pin: TokenPIN? =
            if let source = uri.pinSource { try TokenPIN(source, environment: environment) } else { nil }
        let access = TokenAccess(uri: uri, module: try PKCS11Module(path: uri.modulePath), pin: pin)
        let key = try OpenKey(access)
        do throws(CryptographyError) {
            publicKey = try PublicKey(key.material)
        } catch {
            throw HardwareKeyError(.keyUnsuitable, "the key in the token cannot be used: \(error.reason)")
        }
        try HardwareKeyProbe.probe(key, publicKey)
        self.uri = uri
        warnings = pin?.warnings ?? []
        queue = CallQueue(maximum: Self.waitingCalls)
        let worker = SigningWorker(access: access, queue: queue, publicKey: publicKey)
        for _ in 0..<min(max(sessions, 1), 64) {
            queue.workerBegins()
            guard DedicatedThread.start({ worker.run() }) else {
                queue.workerHasEnded()
                // What throws within an initializer runs no deinitializer.
                queue.close()
                throw HardwareKeyError(.tokenFailed, "there is no thread for the token")
            }
        }
    }

    /// Waits until the sessions are closed: a program that ended meanwhile would take the module away beneath them.
    deinit {
        queue.close()
        for _ in 0..<Self.patience where queue.hasWorkers { usleep(1000) }
    }

    /// Signs.
    ///
    /// - Parameter message: What to sign.
    /// - Returns: The signature, verified, as long as the modulus.
    /// - Throws: `HardwareKeyError`.
    public func signature(over message: [UInt8]) async throws(HardwareKeyError) -> [UInt8] {
        let input = try HardwareSigningInput(message)
        let answer = await withCheckedContinuation { continuation in
            let call = SigningCall(input: input, continuation: continuation)
            guard queue.submit(call) != nil else { return }
            continuation.resume(
                returning: .failure(HardwareKeyError(.busy, "too many signatures wait for the token")))
        }
        return try answer.get()
    }
}
