import Cryptography
import Foundation
import JOSE
import StrictJSON
import TestSupport

/// A stand-in for Firebase on loopback, and a home folder with sessions that began there.
struct FirebaseStandIn {
    static let key = Result {
        try ProbedSigningKey(
            probing: RSAPrivateKey(
                parsing: Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/rsa-2048.pem")))
    }
    static let sessions = ".local/state/token-bridge/sessions"
    private static let refreshPath = "/securetoken.googleapis.com/v1/token?key=AIzaTestKey"
    private static let lookUpPath = "/identitytoolkit.googleapis.com/v1/accounts:lookup?key=AIzaTestKey"
    private static let certificatesPath =
        "/www.googleapis.com/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com"

    let server: ScriptedProvider
    let folder: ScratchFolder

    init() throws {
        server = try ScriptedProvider()
        folder = try ScratchFolder()
        try answer(200, Self.refreshed(try Self.idToken()))
    }

    /// Answers a refresh otherwise from now on.
    func answer(_ status: Int64, _ body: String, _ pace: ScriptedProvider.Pace = .prompt) throws {
        var certificates = JSONObject()
        let pem = try Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/certificate.pem")
        certificates["k1"] = .string(String(decoding: pem, as: UTF8.self))
        try server.answer(
            [
                Self.refreshPath: (status, body),
                Self.certificatesPath: (200, JSONValue.object(certificates).compactText),
                Self.lookUpPath: (200, #"{"users":[{"localId":"yahoo:ABC","disabled":true}]}"#),
            ], pace)
    }

    var refreshes: [String] { server.requests.filter { $0.contains("securetoken.googleapis.com/v1/token") } }

    static func idToken(_ changes: [String: JSONValue] = [:]) throws -> String {
        let now = Int64(Date().timeIntervalSince1970)
        var firebase = JSONObject()
        firebase["sign_in_provider"] = "custom"
        var claims = JSONObject()
        claims["iss"] = "https://securetoken.google.com/demo-bridge"
        claims["aud"] = "demo-bridge"
        claims["sub"] = "yahoo:ABC"
        claims["iat"] = .integer(now)
        claims["exp"] = .integer(now + 3_600)
        claims["auth_time"] = .integer(now - 7_200)
        claims["firebase"] = .object(firebase)
        for (name, value) in changes { claims[name] = value }
        let input =
            "\(Base64URL.encode(#"{"alg":"RS256","kid":"k1","typ":"JWT"}"#.utf8)).\(Base64URL.encode(claims.compactBytes))"
        return "\(input).\(Base64URL.encode(try key.get().signature(over: [UInt8](input.utf8))))"
    }

    static func refreshed(_ idToken: String, refreshToken: String = "rt-2-of-the-session") -> String {
        #"{"access_token":"\#(idToken)","expires_in":"3600","token_type":"Bearer","refresh_token":"\#(refreshToken)","id_token":"\#(idToken)","user_id":"yahoo:ABC","project_id":"1"}"#
    }

    /// Keeps a session whose ID token is good for some seconds yet.
    func keep(
        _ name: String = "default", seconds: Int64 = 100, changes: [String: JSONValue?] = [:], mode: Int = 0o600
    ) throws {
        let now = Int64(Date().timeIntervalSince1970)
        var object = JSONObject()
        object["version"] = 1
        object["api_key"] = "AIzaTestKey"
        object["project"] = "demo-bridge"
        object["uid"] = "yahoo:ABC"
        object["sign_in_provider"] = "custom"
        object["auth_time"] = .integer(now - 7_200)
        object["identity_toolkit"] = .string(server.origin)
        object["refresh_token"] = "rt-1-of-the-session"
        object["id_token"] = "header.kept-id-token.signature"
        object["issued_at"] = .integer(now - 3_600 + seconds)
        object["expires_at"] = .integer(now + seconds)
        for (name, value) in changes { object[name] = value }
        try folder.write(object.compactBytes, to: "\(Self.sessions)/\(name).json", mode: mode)
    }

    func file(_ name: String = "default") throws -> JSONObject {
        try JSONObject(
            parsing: Locations.bytes("\(folder.path)/\(Self.sessions)/\(name).json"), limits: .document)
    }

    func run(_ arguments: [String], environment: [String: String] = [:]) throws -> Subprocess {
        try TokenBridge.run(arguments, in: folder, environment: environment)
    }
}
