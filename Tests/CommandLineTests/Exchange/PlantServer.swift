import Foundation
import StrictJSON
import TestSupport

/// The provider `plant` on loopback, with a folder that is configured for it.
struct PlantServer {
    let server: ScriptedProvider
    let plant: Plant

    /// Starts the provider.
    ///
    /// - Parameter provider: More members of its entry in the configuration.
    /// - Throws: An error where it does not start.
    init(provider: String = "") throws {
        server = try ScriptedProvider()
        plant = try Plant(
            issuer: server.origin, provider: #""client_secret": {"env": "PLANT_SECRET"}, \#(provider)"#)
        try answer(200, Self.tokens(try plant.token()))
    }

    var folder: ScratchFolder { plant.folder }

    /// Answers requests for tokens otherwise from now on.
    func answer(_ status: Int64, _ text: String) throws {
        try server.answer([
            "/.well-known/openid-configuration": (200, ScriptedProvider.metadata()), "/token_endpoint": (status, text),
        ])
    }

    /// An answer to a request for tokens.
    static func tokens(_ idToken: String?, refreshToken: String? = nil) -> String {
        var object = JSONObject()
        object["access_token"] = "at.7y6t5r4e3w2q1z0x"
        object["token_type"] = "Bearer"
        object["expires_in"] = 3600
        object["id_token"] = idToken.map { .string($0) }
        object["refresh_token"] = refreshToken.map { .string($0) }
        return JSONValue.object(object).compactText
    }

    /// Runs `exchange` with the secret of our client.
    func exchange(_ arguments: [String], input: String = "") throws -> Subprocess {
        try plant.exchange(arguments, input: input, environment: ["PLANT_SECRET": "a-secret-of-our-client"])
    }

    /// The requests for tokens that came.
    var tokenRequests: [String] { server.requests.filter { $0.hasPrefix("POST /token_endpoint ") } }

    /// The text of a file, and who may read it.
    func file(_ name: String) throws -> (text: String, mode: Int?) {
        let path = "\(folder.path)/\(name)"
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (String(decoding: try Locations.bytes(path), as: UTF8.self), attributes[.posixPermissions] as? Int)
    }
}
