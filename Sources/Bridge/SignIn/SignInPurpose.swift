import Cryptography
import JOSE
import StrictJSON

/// What a sign-in at a provider is for.
public enum SignInPurpose: Sendable {
    /// To approve a device, whose code the person has confirmed.
    case device(ConfirmedUserCode)
    /// To answer an app's authorization request.
    case authorization(AuthorizationEndpointRequest)

    /// Returns if the purpose allows a provider.
    ///
    /// - Throws: `BridgeError` with code `providerNotAllowed`.
    func require(_ provider: String) throws(BridgeError) {
        switch self {
        case .device(let confirmed):
            guard let wanted = confirmed.providerID, !wanted.hasSameBytes(as: provider) else { return }
            throw BridgeError(
                .providerNotAllowed, "the device asked for \(wanted.quotedExcerpt), not \(provider.quotedExcerpt)")
        case .authorization(let request): try request.require(provider)
        }
    }
}

extension SignInPurpose {
    private static let version: Int64 = 1

    /// The purpose as it is kept.
    var object: JSONObject {
        var object = JSONObject()
        object["v"] = .integer(Self.version)
        switch self {
        case .device(let confirmed): object["device"] = .object(confirmed.object)
        case .authorization(let request): object["authorization"] = .object(request.object)
        }
        return object
    }

    /// Reads a purpose that was kept.
    ///
    /// - Throws: `BridgeError` with code `storedRecordInvalid`.
    init(reading object: JSONObject) throws(BridgeError) {
        let stored = try StoredObject(object, what: "purpose of a sign-in", version: Self.version)
        if let request = try stored.optional("authorization", { $0.object }) {
            self = .authorization(try AuthorizationEndpointRequest(reading: request))
        } else {
            self = .device(try ConfirmedUserCode(reading: try stored.object("device")))
        }
    }
}

extension StoredObject {
    /// A hash that must be there.
    func digest(_ name: String) throws(BridgeError) -> SHA256Digest {
        try required(name) { value in
            value.string.flatMap { try? Base64URL.decode($0.utf8) }.flatMap { SHA256Digest(restoring: $0) }
        }
    }
}
