import StrictJSON

/// Evidence that a person was shown what a device asks for, and has confirmed the code by the form of that page.
///
/// Only `DeviceGrant.confirm` makes one; a sign-in that it leads to keeps it in the store until the person is back.
public struct ConfirmedUserCode: Sendable {
    /// The client that asked.
    public let clientID: String
    /// The provider that the device asked for; nil where the person chooses.
    public let providerID: String?
    let handle: DeviceSessionHandle

    init(clientID: String, providerID: String?, handle: DeviceSessionHandle) {
        self.clientID = clientID
        self.providerID = providerID
        self.handle = handle
    }
}

// The form in which it is stored.
extension ConfirmedUserCode {
    private static let version: Int64 = 1

    /// It as JSON, for a store alone.
    var object: JSONObject {
        var object = JSONObject()
        object["v"] = .integer(Self.version)
        object["client"] = .string(clientID)
        object["provider"] = providerID.map { .string($0) }
        object["session"] = .string(handle.text)
        return object
    }

    /// Reads what was stored as a member of a payload.
    ///
    /// - Parameter object: The member.
    /// - Throws: `BridgeError` with code `storedRecordInvalid`.
    init(reading object: JSONObject) throws(BridgeError) {
        let stored = try StoredObject(object, what: "confirmed user code", version: Self.version)
        clientID = try stored.string("client")
        providerID = try stored.optional("provider") { $0.string }
        handle = DeviceSessionHandle(stored: try stored.string("session"))
    }
}
