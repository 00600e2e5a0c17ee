import Cryptography
import JOSE
import StrictJSON

/// A payload that only a holder of the secret can have written, for the record that it is in.
///
/// Whoever can write to the store makes no sign-in with it that nobody has proven, and leads no code to another session.
struct AuthenticPayload: Sendable {
    private static let version: Int64 = 1
    private static let what = "device session"

    let secret: StateSecret

    /// The bytes of a payload.
    func bytes(_ content: JSONObject, for key: RecordKey) throws(BridgeError) -> [UInt8] {
        var object = JSONObject()
        object["v"] = .integer(Self.version)
        object["content"] = .object(content)
        object["code"] = .string(Base64URL.encode(try code(content, key)))
        return object.compactBytes
    }

    /// Reads what was written.
    ///
    /// - Throws: `BridgeError` with code `storedRecordInvalid`.
    func content(of record: StoredRecord) throws(BridgeError) -> JSONObject {
        let stored = try StoredObject(parsing: record.payload, what: Self.what, version: Self.version)
        let content = try stored.object("content")
        let code = (try? Base64URL.decode(try stored.string("code").utf8)) ?? []
        guard ConstantTime.areEqual(code, try self.code(content, record.key)) else { throw stored.damaged("code") }
        return content
    }

    private func code(_ content: JSONObject, _ key: RecordKey) throws(BridgeError) -> [UInt8] {
        let text = String(decoding: content.compactBytes, as: UTF8.self)
        return try secret.code(.record, over: [String(key.kind.rawValue), key.digest.hexadecimal, text])
    }
}
