import StrictJSON

/// What is stored of a user code: which session it belongs to.
struct UserCodeRecord: Sendable {
    private static let version: Int64 = 1

    let handle: DeviceSessionHandle

    init(handle: DeviceSessionHandle) {
        self.handle = handle
    }

    init(reading payload: [UInt8]) throws(BridgeError) {
        let stored = try StoredObject(parsing: payload, what: "user code", version: Self.version)
        handle = DeviceSessionHandle(stored: try stored.string("session"))
    }

    /// The payload.
    var jsonBytes: [UInt8] {
        var object = JSONObject()
        object["v"] = .integer(Self.version)
        object["session"] = .string(handle.text)
        return object.compactBytes
    }
}
