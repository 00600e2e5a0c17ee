import Cryptography
import JOSE
import StrictJSON

/// What is kept for whoever knows a secret: found by the secret's hash, and readable with the secret alone.
///
/// Who reads or writes the store can neither use nor change it.
struct SealedRecord: Sendable {
    private static let limits = JSONLimits(maximumBytes: StoredRecord.maximumPayloadBytes, maximumDepth: 32)

    /// The key of the record.
    let key: RecordKey
    private let secret: String

    /// Names a record.
    ///
    /// - Parameters:
    ///   - kind: What it is about.
    ///   - secret: What whoever wants it must show.
    /// - Throws: `BridgeError` with code `cryptographyFailed`.
    init(_ kind: RecordKey.Kind, secret: String) throws(BridgeError) {
        key = try RecordKey(kind, hashing: secret)
        self.secret = secret
    }

    /// Makes the record.
    ///
    /// - Parameters:
    ///   - content: What is kept.
    ///   - expiration: From when on it is not there any more.
    ///   - random: Where the nonce of the seal comes from.
    /// - Returns: The record.
    /// - Throws: `BridgeError` with code `cryptographyFailed`; `storedRecordInvalid` where the content is too large.
    func record(
        sealing content: JSONObject, expiration: NumericDate, random: some RandomSource
    ) throws(BridgeError) -> StoredRecord {
        let box: SealedBox
        do throws(CryptographyError) {
            box = try SealedBox(
                sealing: content.compactBytes, secret: secret, label: label, context: key.digest.bytes, random: random)
        } catch {
            throw BridgeError(.cryptographyFailed, error.reason)
        }
        guard box.bytes.count <= StoredRecord.maximumPayloadBytes else {
            throw BridgeError(.storedRecordInvalid, "a record of \(box.bytes.count) bytes is too large for the store")
        }
        return StoredRecord(key: key, payload: box.bytes, expiration: expiration)
    }

    /// Reads a record.
    ///
    /// - Parameter record: The record.
    /// - Returns: What was kept.
    /// - Throws: `BridgeError` with code `storedRecordInvalid` or `cryptographyFailed`.
    func content(of record: StoredRecord) throws(BridgeError) -> JSONObject {
        let message: [UInt8]?
        do throws(CryptographyError) {
            message = try SealedBox(restoring: record.payload)
                .opened(secret: secret, label: label, context: key.digest.bytes)
        } catch {
            throw BridgeError(.cryptographyFailed, error.reason)
        }
        guard let message, let content = try? JSONObject(parsing: message, limits: Self.limits) else {
            throw BridgeError(
                .storedRecordInvalid, "a record of the store is damaged, or was not sealed by this bridge")
        }
        return content
    }

    private var label: String { "token-bridge record \(key.kind.rawValue)" }
}
