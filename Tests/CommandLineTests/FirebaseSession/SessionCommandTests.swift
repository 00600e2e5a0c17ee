import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("whoami and logout")
struct SessionCommandTests {
    private let standIn: FirebaseStandIn

    init() throws {
        standIn = try FirebaseStandIn()
    }

    @Test("whoami tells whose the session is, without a token and without any request")
    func whoAmI() throws {
        try standIn.keep()
        let result = try standIn.run(["whoami"])
        #expect(result.status == 0 && result.errors.isEmpty)
        #expect(
            result.text.hasPrefix(
                "account         default\nuid             \"yahoo:ABC\"\nproject         demo-bridge\n"))
        #expect(!result.text.contains("rt-1") && !result.text.contains("kept-id-token"))
        let json = try JSONObject(parsing: try standIn.run(["whoami", "--output", "json"]).output, limits: .document)
        #expect(json["uid"] == "yahoo:ABC" && json["sign_in_provider"] == "custom")
        #expect(json["reached_at"]?.string == standIn.server.origin)
        #expect(standIn.server.requests.isEmpty)
    }

    @Test("whoami --all tells of every session, and of one that is damaged beside them")
    func all() throws {
        try standIn.keep("a")
        try standIn.keep("b")
        try standIn.folder.write([], to: "\(FirebaseStandIn.sessions)/c.json")
        let result = try standIn.run(["whoami", "--all", "--output", "json"])
        let array = try JSONValue(parsing: result.output, limits: .document).array
        #expect(array?.compactMap { $0.object?["account"]?.string } == ["a", "b"])
        #expect(result.status == 1 && result.errors.contains("SESSION_DAMAGED"))
        #expect(try standIn.run(["whoami", "--all", "--account", "a"]).status == 2)
        #expect(try standIn.run(["whoami"]).status == 2)
    }

    @Test("whoami --all without sessions prints nothing, and tells how one begins")
    func noneAtAll() throws {
        let result = try standIn.run(["whoami", "--all"])
        #expect(result.status == 0 && result.output.isEmpty)
        #expect(result.errors == "token-bridge: there is no session: token-bridge login --api-key KEY begins one\n")
        #expect(try standIn.run(["whoami", "--all", "--output", "json"]).text == "[]\n")
    }

    @Test("a folder where others can replace sessions is told at each use, and put right by the next change")
    func openFolder() throws {
        try standIn.keep()
        let path = "\(standIn.folder.path)/\(FirebaseStandIn.sessions)"
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
        let result = try standIn.run(["whoami"])
        #expect(result.status == 0 && result.errors.contains("warning: others can replace what is in "))
        #expect(result.errors.contains("(mode 777): chmod 700 it"), "\(result.errors)")
        #expect(try standIn.run(["token"]).status == 0)
        #expect(try standIn.run(["whoami"]).errors.isEmpty)
    }

    @Test("whoami says that a session is over once that was found, in words and for programs")
    func over() throws {
        try standIn.keep()
        let before = try JSONObject(parsing: try standIn.run(["whoami", "--output", "json"]).output, limits: .document)
        #expect(before["ended"] == .null)
        #expect(try standIn.run(["whoami"]).text.contains("ended") == false)
        try standIn.answer(400, #"{"error":{"code":400,"message":"TOKEN_EXPIRED","status":"INVALID_ARGUMENT"}}"#)
        #expect(try standIn.run(["token"]).status == 4)
        let text = try standIn.run(["whoami"])
        #expect(text.status == 0 && text.text.contains("ended           by \"TOKEN_EXPIRED\": sign in again\n"))
        let json = try JSONObject(parsing: try standIn.run(["whoami", "--output", "json"]).output, limits: .document)
        #expect(json["ended"] == "TOKEN_EXPIRED")
    }

    @Test("whoami --check asks Firebase, which may have disabled the account")
    func check() throws {
        try standIn.keep()
        let result = try standIn.run(["whoami", "--check"])
        #expect(result.status == 4 && result.output.isEmpty && result.errors.contains("the account is disabled"))
        #expect(standIn.server.requests.contains { $0.contains("accounts:lookup") })
    }

    @Test("logout drops the session and leaves no file of it")
    func logout() throws {
        try standIn.keep()
        try standIn.keep("work")
        let result = try standIn.run(["logout", "--account", "default"])
        #expect(result.status == 0 && result.output.isEmpty)
        #expect(result.errors == "token-bridge: the session \"default\" is dropped; nothing was revoked\n")
        #expect(try standIn.folder.contents().filter { $0.contains("default") }.isEmpty)
        #expect(try standIn.run(["token"]).errors.isEmpty)
        #expect(try standIn.run(["logout", "--account", "default"]).status == 4)
    }

    @Test("logout --all ends every session, a damaged one too, and does nothing without any")
    func logoutAll() throws {
        try standIn.keep("a")
        try standIn.folder.write([], to: "\(FirebaseStandIn.sessions)/b.json")
        let result = try standIn.run(["logout", "--all", "--output", "json"])
        #expect(result.status == 0)
        #expect(result.text == #"[{"account":"a","revoked":false},{"account":"b","revoked":false}]"# + "\n")
        #expect(try standIn.folder.contents().filter { $0.contains(".json") }.isEmpty)
        #expect(try standIn.run(["logout", "--all"]).status == 0)
        #expect(try standIn.run(["logout", "--all", "--account", "a"]).status == 2)
    }

    @Test("logout asks the bridge to revoke, and drops the session whatever it answers")
    func revocation() throws {
        let changes: [String: JSONValue?] = [
            "revocation_endpoint": .string("\(standIn.server.origin)/revoke"), "client_id": "tv",
        ]
        try standIn.keep(seconds: 900, changes: changes)
        let result = try standIn.run(["logout"])
        #expect(result.status == 0 && result.errors.contains("warning: ") && result.errors.contains("status 404"))
        #expect(
            standIn.server.requests
                == ["POST /revoke token=header.kept-id-token.signature&token_type_hint=id_token&client_id=tv"])
        try standIn.server.answer(["/revoke": (200, "")])
        try standIn.keep(seconds: 900, changes: changes)
        #expect(try standIn.run(["logout"]).errors.hasSuffix("is revoked and dropped\n"))
    }

    @Test("the variable of the web API key is no fault of a configuration")
    func apiKeyVariable() throws {
        let plant = try Plant()
        let result = try TokenBridge.run(
            ["config", "check"], in: plant.folder, environment: ["TOKEN_BRIDGE_API_KEY": "AIzaTestKey"])
        #expect(result.status == 0, "\(result.errors)")
        let other = try TokenBridge.run(
            ["config", "check"], in: plant.folder, environment: ["TOKEN_BRIDGE_APIKEY": "AIzaTestKey"])
        #expect(other.status == 3)
    }
}
