import Cryptography
import JOSE
import Threads

/// One thread's work: takes calls, and signs them within a session of its own.
struct SigningWorker: Sendable {
    let access: TokenAccess
    let queue: CallQueue<SigningCall>
    /// The key that was probed; no other may sign.
    let publicKey: PublicKey

    /// Signs until the queue is closed.
    func run() {
        var open: OpenKey?
        while let call = queue.next(atMost: 1)?.first {
            let answer: Result<[UInt8], HardwareKeyError>
            do throws(HardwareKeyError) {
                answer = .success(try signature(over: call.input, &open))
            } catch {
                open = nil
                answer = .failure(error)
            }
            call.continuation.resume(returning: answer)
        }
        open = nil
        queue.workerHasEnded()
    }

    private func signature(
        over input: HardwareSigningInput, _ open: inout OpenKey?
    ) throws(HardwareKeyError) -> [UInt8] {
        if let signature = try signature(over: input, within: open) { return try verified(signature, input) }
        // The old session is closed before a new one is opened: tokens have few.
        open = nil
        let key = try reopened()
        open = key
        return try verified(PKCS11Fault.told { () throws(PKCS11Fault) in try key.signature(over: input) }, input)
    }

    /// The signature; nil where there is no session, or it was lost, so that nothing was signed.
    private func signature(
        over input: HardwareSigningInput, within open: OpenKey?
    ) throws(HardwareKeyError) -> [UInt8]? {
        guard let open else { return nil }
        do throws(PKCS11Fault) {
            return try open.signature(over: input)
        } catch  where error.result.isLossOfSession {
            return nil
        } catch {
            throw error.error
        }
    }

    /// A wrong signature may tell the key: of each, only a right one leaves.
    private func verified(_ signature: [UInt8], _ input: HardwareSigningInput) throws(HardwareKeyError) -> [UInt8] {
        do throws(JOSEError) {
            try publicKey.verify(signature, over: input.bytes, algorithm: .rs256)
        } catch {
            throw HardwareKeyError(.tokenFailed, "the token made a signature that is not right; it is not given out")
        }
        return signature
    }

    /// The key in a new session, if it is still the one that was probed.
    private func reopened() throws(HardwareKeyError) -> OpenKey {
        let key = try OpenKey(access)
        guard key.material == publicKey.material else {
            throw HardwareKeyError(
                .keyProbeFailed, "the key in the token is another than the one that was probed at the start",
                hint: "start anew, so that the new key is probed")
        }
        return key
    }
}
