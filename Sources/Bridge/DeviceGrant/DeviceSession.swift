import Cryptography
import JOSE
import OAuthClient
import StrictJSON

/// A device session as it is stored.
struct DeviceSession: Sendable {
    /// How far it is.
    enum State: Sendable {
        /// The person has not decided yet.
        case pending
        /// The person has said no.
        case denied
        /// The person has signed in.
        case approved(StoredSignIn)
    }

    let clientID: String
    /// The provider that the device asked for; nil where the person chooses.
    let providerID: String?
    let startedAt: NumericDate
    let expiresAt: NumericDate
    /// The network that the device asked from, as text.
    let network: String
    /// The scope that is granted where the device asked for one; nil where it did not.
    var grantedScope: String?
    var interval: Int64
    var polledAt: NumericDate?
    var state = State.pending

    /// Whether the person can still decide.
    func isPending(at now: NumericDate) -> Bool {
        guard case .pending = state else { return false }
        return now < expiresAt
    }
}

// The form in which it is stored.
extension DeviceSession {
    private static let version: Int64 = 1

    init(reading object: JSONObject) throws(BridgeError) {
        let stored = try StoredObject(object, what: "device session", version: Self.version)
        clientID = try stored.string("client")
        providerID = try stored.optional("provider") { $0.string }
        startedAt = try stored.date("started_at")
        expiresAt = try stored.date("expires_at")
        network = try stored.string("network")
        interval = try stored.integer("interval")
        polledAt = try stored.optional("polled_at") { $0.integer.map(NumericDate.init(secondsSinceEpoch:)) }
        grantedScope = try stored.optional("scope") { $0.string }
        let name = try stored.string("state")
        switch StateName(exactly: name) {
        case .pending?: state = .pending
        case .denied?: state = .denied
        case .approved?: state = .approved(try StoredSignIn(reading: try stored.object("sign_in")))
        case nil: throw stored.damaged("state")
        }
    }

    /// It as JSON, for a store alone.
    var object: JSONObject {
        var object = JSONObject()
        object["v"] = .integer(Self.version)
        object["client"] = .string(clientID)
        object["provider"] = providerID.map { .string($0) }
        object["started_at"] = .integer(startedAt.secondsSinceEpoch)
        object["expires_at"] = .integer(expiresAt.secondsSinceEpoch)
        object["network"] = .string(network)
        object["interval"] = .integer(interval)
        object["scope"] = grantedScope.map { .string($0) }
        object["polled_at"] = polledAt.map { .integer($0.secondsSinceEpoch) }
        switch state {
        case .pending: object["state"] = .string(StateName.pending.rawValue)
        case .denied: object["state"] = .string(StateName.denied.rawValue)
        case .approved(let signIn):
            object["state"] = .string(StateName.approved.rawValue)
            object["sign_in"] = .object(signIn.object)
        }
        return object
    }

    /// The names on disk, which never change.
    private enum StateName: String, Sendable {
        case pending
        case denied
        case approved
    }
}
