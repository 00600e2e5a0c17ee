import JOSE
import StrictJSON

/// The members of a record's payload.
///
/// Only this package writes payloads: one that is not as it was written is damaged, or somebody else's, and nothing of
/// it is used.
struct StoredObject: Sendable {
    private let object: JSONObject
    private let what: String

    /// Reads a payload.
    ///
    /// - Parameters:
    ///   - payload: The payload.
    ///   - what: What it is about, for the reason.
    ///   - version: The value of its member `v`, by which a later form of it is told from this one.
    /// - Throws: `BridgeError` with code `storedRecordInvalid`.
    init(parsing payload: [UInt8], what: String, version: Int64) throws(BridgeError) {
        let limits = JSONLimits(
            maximumBytes: StoredRecord.maximumPayloadBytes, maximumDepth: JSONLimits.document.maximumDepth)
        do {
            try self.init(JSONObject(parsing: payload, limits: limits), what: what, version: version)
        } catch let error as BridgeError {
            throw error
        } catch {
            throw BridgeError(.storedRecordInvalid, "the stored \(what) cannot be read: \(error)")
        }
    }

    /// Takes what is a member of a payload.
    ///
    /// - Parameters:
    ///   - object: The object.
    ///   - what: What it is about, for the reason.
    ///   - version: The value of its member `v`.
    /// - Throws: `BridgeError` with code `storedRecordInvalid`.
    init(_ object: JSONObject, what: String, version: Int64) throws(BridgeError) {
        self.object = object
        self.what = what
        guard try integer("v") == version else { throw damaged("v") }
    }

    /// The error of a member that is not as it was written; the reason has nothing of its value.
    func damaged(_ name: String) -> BridgeError {
        BridgeError(.storedRecordInvalid, "the stored \(what) is damaged: its member \(name) is not as it was written")
    }

    /// A member that may be missing; null is the same.
    func optional<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(BridgeError) -> Value? {
        switch object[name] {
        case nil, .null?: return nil
        case let value?:
            guard let value = read(value) else { throw damaged(name) }
            return value
        }
    }

    /// A member that must be there.
    func required<Value>(_ name: String, _ read: (JSONValue) -> Value?) throws(BridgeError) -> Value {
        guard let value = try optional(name, read) else { throw damaged(name) }
        return value
    }

    /// A string that must be there.
    func string(_ name: String) throws(BridgeError) -> String { try required(name) { $0.string } }

    /// An integer that must be there.
    func integer(_ name: String) throws(BridgeError) -> Int64 { try required(name) { $0.integer } }

    /// A time that must be there.
    func date(_ name: String) throws(BridgeError) -> NumericDate {
        NumericDate(secondsSinceEpoch: try integer(name))
    }

    /// An object that must be there.
    func object(_ name: String) throws(BridgeError) -> JSONObject { try required(name) { $0.object } }
}
