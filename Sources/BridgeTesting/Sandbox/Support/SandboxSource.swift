import Cryptography
import JOSE

/// Where the sandbox has its time and its randomness from.
struct SandboxSource: Sendable {
    let clock: any WallClock
    let random: any RandomSource

    /// The time in seconds since 1970.
    func now() throws(SandboxError) -> Int64 {
        do throws(JOSEError) {
            return try clock.now().secondsSinceEpoch
        } catch {
            throw SandboxError(error)
        }
    }

    /// Some unguessable bytes.
    func bytes(_ count: Int) throws(SandboxError) -> [UInt8] {
        try random.sandboxBytes(count)
    }

    /// A text of 256 bits that nobody guesses.
    func unguessable(_ prefix: String = "") throws(SandboxError) -> String {
        prefix + Base64URL.encode(try bytes(32))
    }

    /// The identifier of a key, as Google's are: 40 hexadecimal digits.
    func keyID() throws(SandboxError) -> String {
        try random.keyID()
    }
}

extension RandomSource {
    /// Some unguessable bytes.
    func sandboxBytes(_ count: Int) throws(SandboxError) -> [UInt8] {
        do throws(CryptographyError) {
            return try bytes(count: count)
        } catch {
            throw SandboxError(error)
        }
    }

    /// The identifier of a key, as Google's are: 40 hexadecimal digits.
    func keyID() throws(SandboxError) -> String {
        try sandboxBytes(20).hexadecimal
    }
}
