import Cryptography

extension RandomSource {
    /// Some unguessable bytes, for this module.
    func drawn(count: Int) throws(BridgeError) -> [UInt8] {
        do throws(CryptographyError) {
            return try bytes(count: count)
        } catch {
            throw BridgeError(.cryptographyFailed, error.reason)
        }
    }
}
