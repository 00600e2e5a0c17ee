import JOSE
import OAuthClient
import StrictJSON

extension StoredSession {
    /// The version of the form.
    private static let version: Int64 = 1

    /// The session as JSON.
    var json: JSONObject {
        var object = JSONObject()
        object["version"] = .integer(Self.version)
        object["api_key"] = .string(apiKey.value)
        object["project"] = .string(project.value)
        object["uid"] = .string(userID)
        object["tenant"] = tenant.map { .string($0) }
        object["sign_in_provider"] = signInProvider.map { .string($0) }
        object["auth_time"] = .integer(authenticatedAt.secondsSinceEpoch)
        switch place {
        case .google: break
        case .address(let base): object["identity_toolkit"] = .string(base)
        case .emulator: object["emulator"] = true
        }
        object["refresh_token"] = .string(refreshToken.secretText)
        object["id_token"] = .string(idToken.secretText)
        object["issued_at"] = .integer(issuedAt.secondsSinceEpoch)
        object["expires_at"] = .integer(expiration.secondsSinceEpoch)
        object["revocation_endpoint"] = (revocation?.endpoint.text).map { .string($0) }
        object["client_id"] = (revocation?.clientID).map { .string($0) }
        object["refresh_begun_at"] = (refreshBegunAt?.secondsSinceEpoch).map { .integer($0) }
        object["ended_by"] = endedBy.map { .string($0) }
        return object
    }

    /// Reads a session.
    ///
    /// - Parameter bytes: The JSON text.
    /// - Throws: `Damage`, which quotes no secret.
    init(parsing bytes: [UInt8]) throws(Damage) {
        let object: JSONObject
        do {
            object = try JSONObject(parsing: bytes, limits: .document)
        } catch {
            throw Damage(fault: "it is unusable: \(error)")
        }
        let reader = MemberReader(object: object)
        guard try reader.integer("version") == Self.version else {
            throw Damage(fault: "it is of a version that is not known here")
        }
        apiKey = try Damage.naming("api_key") { () throws(FirebaseSessionError) in
            try WebAPIKey(reader.given("api_key"))
        }
        project = try Damage.naming("project") { () throws(FirebaseSessionError) in
            try ProjectID(reader.given("project"))
        }
        userID = try reader.text("uid")
        tenant = try reader.optionalText("tenant")
        signInProvider = try reader.optionalText("sign_in_provider")
        authenticatedAt = try reader.date("auth_time")
        place = try reader.place()
        refreshToken = RefreshToken(try reader.text("refresh_token"))
        idToken = UnverifiedIDToken(try reader.text("id_token"))
        issuedAt = try reader.date("issued_at")
        expiration = try reader.date("expires_at")
        revocation = try reader.revocation()
        refreshBegunAt = object["refresh_begun_at"] == nil ? nil : try reader.date("refresh_begun_at")
        endedBy = try reader.optionalText("ended_by")
    }

    /// Why a text is no session.
    struct Damage: Error {
        let fault: String

        fileprivate static func naming<Value>(
            _ name: String, _ make: () throws(FirebaseSessionError) -> Value
        ) throws(Damage) -> Value {
            do throws(FirebaseSessionError) {
                return try make()
            } catch {
                throw Damage(fault: "\(name) is missing or cannot be used")
            }
        }
    }
}

/// Reads members of a session's file.
private struct MemberReader {
    let object: JSONObject

    /// A text that its own type checks; empty where it is missing.
    func given(_ name: String) -> String { object[name]?.string ?? "" }

    func text(_ name: String) throws(StoredSession.Damage) -> String {
        guard let text = object[name]?.string, !text.isEmpty else {
            throw StoredSession.Damage(fault: "\(name) is missing, or no text")
        }
        return text
    }

    func optionalText(_ name: String) throws(StoredSession.Damage) -> String? {
        object[name] == nil ? nil : try text(name)
    }

    func integer(_ name: String) throws(StoredSession.Damage) -> Int64 {
        guard let integer = object[name]?.integer else {
            throw StoredSession.Damage(fault: "\(name) is missing, or no integer")
        }
        return integer
    }

    func date(_ name: String) throws(StoredSession.Damage) -> NumericDate {
        NumericDate(secondsSinceEpoch: try integer(name))
    }

    func place() throws(StoredSession.Damage) -> StoredSession.Place {
        switch (object["emulator"], object["identity_toolkit"]) {
        case (nil, nil): return .google
        case (.bool(true)?, nil): return .emulator
        case (nil, .string(let text)?): return .address(text)
        default: throw StoredSession.Damage(fault: "it does not say clearly where Firebase is reached")
        }
    }

    func revocation() throws(StoredSession.Damage) -> SessionRevocation? {
        guard let address = try optionalText("revocation_endpoint") else { return nil }
        guard let endpoint = try? EndpointURL(address) else {
            throw StoredSession.Damage(fault: "revocation_endpoint is no address that may be called")
        }
        return SessionRevocation(endpoint: endpoint, clientID: try text("client_id"))
    }
}
