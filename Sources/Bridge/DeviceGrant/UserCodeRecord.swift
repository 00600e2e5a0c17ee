import StrictJSON

/// What is stored of a user code: which session it belongs to.
struct UserCodeRecord: Sendable {
    private static let version: Int64 = 1

    let handle: DeviceSessionHandle

    init(handle: DeviceSessionHandle) {
        self.handle = handle
    }

    init(reading object: JSONObject) throws(BridgeError) {
        let stored = try StoredObject(object, what: "user code", version: Self.version)
        handle = DeviceSessionHandle(stored: try stored.string("session"))
    }

    /// It as JSON, for a store alone.
    var object: JSONObject {
        var object = JSONObject()
        object["v"] = .integer(Self.version)
        object["session"] = .string(handle.text)
        return object
    }
}
