import Cryptography
import OAuthClient

/// What stands for a session in the records that lead to it: the hash of its device code, which is of no use to a device.
struct DeviceSessionHandle: Sendable {
    let text: String

    init(_ code: DeviceCode) throws(BridgeError) {
        do {
            text = try SHA256Digest(of: [UInt8](code.secretText.utf8)).hexadecimal
        } catch {
            throw BridgeError(.cryptographyFailed, error.reason)
        }
    }

    init(stored text: String) {
        self.text = text
    }

    /// The key of the session.
    var key: RecordKey {
        get throws(BridgeError) { try RecordKey(.deviceSession, hashing: text) }
    }
}

extension RecordKey {
    /// The key of a user code's record.
    init(_ code: UserCode, secret: StateSecret) throws(BridgeError) {
        let bytes = try secret.code(.userCode, over: [code.secretText])
        try self.init(.userCode, hashing: bytes.hexadecimal)
    }

    /// The key of a count; what is counted has a name of its own.
    static func count(_ name: String, of origin: String) throws(BridgeError) -> RecordKey {
        try RecordKey(.failureCount, hashing: "device-grant:\(name):\(origin)")
    }
}
