import Foundation
import StrictJSON
import TestSupport
import Testing

@Suite("token prints a valid Firebase ID token")
struct TokenCommandTests {
    private let standIn: FirebaseStandIn

    init() throws {
        standIn = try FirebaseStandIn()
    }

    @Test("B53: a token that is good for a while is printed with one line break and nothing else, without any request")
    func kept() throws {
        try standIn.keep(seconds: 900)
        let result = try standIn.run(["token"])
        #expect(result.status == 0 && result.text == "header.kept-id-token.signature\n" && result.errors.isEmpty)
        #expect(standIn.server.requests.isEmpty)
    }

    @Test("B42: a token that is about to expire is replaced, and the new refresh token kept")
    func refreshed() throws {
        try standIn.keep()
        let idToken = try FirebaseStandIn.idToken()
        try standIn.answer(200, FirebaseStandIn.refreshed(idToken))
        let result = try standIn.run(["token"])
        #expect(result.status == 0 && result.text == idToken + "\n" && result.errors.isEmpty)
        #expect(
            standIn.refreshes == [
                "POST /securetoken.googleapis.com/v1/token?key=AIzaTestKey grant_type=refresh_token&refresh_token=rt-1-of-the-session"
            ])
        let file = try standIn.file()
        #expect(file["refresh_token"] == "rt-2-of-the-session" && file["id_token"]?.string == idToken)
        let path = "\(standIn.folder.path)/\(FirebaseStandIn.sessions)/default.json"
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        #expect(try standIn.run(["token"]).text == idToken + "\n")
        #expect(standIn.refreshes.count == 1)
    }

    @Test("for programs it says whose it is and how long it is good")
    func json() throws {
        try standIn.keep(seconds: 900)
        let result = try standIn.run(["token", "--output", "json"])
        let object = try JSONObject(parsing: result.output, limits: .document)
        #expect(object.names == ["id_token", "account", "uid", "project", "tenant", "expires_at"])
        #expect(object["uid"] == "yahoo:ABC" && object["account"] == "default" && object["tenant"] == .null)
    }

    @Test("B43: processes that ask at once make one request, and all get the token")
    func processesAtOnce() throws {
        try standIn.keep(seconds: -10)
        let idToken = try FirebaseStandIn.idToken()
        try standIn.answer(
            200, FirebaseStandIn.refreshed(idToken), ScriptedProvider.Pace(slowness: 300, gap: 0))
        let result = try TokenBridge.bash(
            "for i in 1 2 3 4; do \"$0\" token > out.$i & done; wait; cat out.*", in: standIn.folder)
        #expect(result.text == String(repeating: idToken + "\n", count: 4), "\(result.errors)")
        #expect(standIn.refreshes.count == 1)
    }

    @Test("B43: a process that is killed while it has the lock leaves none behind")
    func killedHolder() throws {
        try standIn.keep(seconds: -10)
        let holder =
            "import fcntl, sys, time; f = open(sys.argv[1], 'w'); fcntl.flock(f, 2); print(1, flush=True); time.sleep(60)"
        let result = try TokenBridge.bash(
            """
            python3 -c "$1" "$2/.default.lock" > ready & pid=$!
            until [ -s ready ]; do sleep 0.01; done
            "$0" token > token & waiting=$!
            sleep 0.2; [ -s token ] && echo early; kill -9 $pid; wait $pid; wait $waiting; cat token
            """, [holder, FirebaseStandIn.sessions], in: standIn.folder)
        #expect(result.text.split(separator: "\n").count == 1 && result.text.hasPrefix("eyJ"), "\(result.errors)")
    }

    @Test("a session that is over asks for a new sign-in, without another request")
    func over() throws {
        try standIn.keep()
        try standIn.answer(400, #"{"error":{"code":400,"message":"TOKEN_EXPIRED","status":"INVALID_ARGUMENT"}}"#)
        for _ in 0..<2 {
            let result = try standIn.run(["token"])
            #expect(result.status == 4 && result.output.isEmpty)
            #expect(result.errors.contains("(SESSION_ENDED)\nhint: sign in again\n"), "\(result.errors)")
        }
        #expect(standIn.refreshes.count == 1)
    }

    @Test("where Firebase is out of order: exit 75, and the session stays")
    func outOfOrder() throws {
        try standIn.keep(seconds: -10)
        try standIn.answer(500, "<html>oops</html>")
        let result = try standIn.run(["token", "--output", "json"])
        #expect(result.status == 75 && result.output.isEmpty)
        #expect(try result.jsonError?["code"] == "FIREBASE_UNAVAILABLE")
        #expect(try standIn.file()["refresh_token"] == "rt-1-of-the-session")
    }

    @Test("where no newer token can be had, the last one comes with a warning; with --fresh it does not come")
    func shortfall() throws {
        try standIn.keep(seconds: 120)
        try standIn.answer(503, "{}")
        let result = try standIn.run(["token"])
        #expect(result.status == 0 && result.text == "header.kept-id-token.signature\n")
        #expect(result.errors.contains("warning: the token expires at "), "\(result.errors)")
        #expect(result.errors.contains("no newer one can be had: "))
        let fresh = try standIn.run(["token", "--fresh", "--output", "json"])
        #expect(fresh.status == 75 && fresh.output.isEmpty)
        #expect(try fresh.jsonError?["code"] == "FIREBASE_UNAVAILABLE", "\(fresh.errors)")
        try standIn.answer(200, FirebaseStandIn.refreshed(try FirebaseStandIn.idToken()))
        #expect(try standIn.run(["token", "--fresh"]).errors.isEmpty)
    }

    @Test("a clock that is wrong is no end of a session: exit 75, with the cure", arguments: [7_200, -7_200])
    func wrongClock(seconds: Int64) throws {
        try standIn.keep(seconds: -10)
        let now = Int64(Date().timeIntervalSince1970) + seconds
        let idToken = try FirebaseStandIn.idToken([
            "iat": .integer(now), "exp": .integer(now + 3_600), "auth_time": .integer(now - 7_200),
        ])
        try standIn.answer(200, FirebaseStandIn.refreshed(idToken))
        let result = try standIn.run(["token"])
        #expect(result.status == 75 && result.output.isEmpty, "\(result.errors)")
        #expect(result.errors.contains(seconds > 0 ? "and it is only " : "the ID token expired at "))
        #expect(result.errors.contains("hint: check the clock of this machine"))
    }

    @Test("a token of another user is refused, with a cure")
    func otherUser() throws {
        try standIn.keep(seconds: -10)
        try standIn.answer(200, FirebaseStandIn.refreshed(try FirebaseStandIn.idToken(["sub": "other"])))
        let result = try standIn.run(["token"])
        #expect(result.status == 4 && result.errors.contains("(ID_TOKEN_OF_ANOTHER)\nhint: sign in again"))
    }

    @Test("an ID token that breaks a rule is refused, and its refresh token kept")
    func forged() throws {
        try standIn.keep(seconds: -10)
        let idToken = try FirebaseStandIn.idToken(["aud": "other"])
        try standIn.answer(200, FirebaseStandIn.refreshed(idToken))
        let result = try standIn.run(["token"])
        #expect(result.status == 4 && result.output.isEmpty && result.errors.contains("PROJECT_MISMATCH"))
        #expect(try standIn.file()["refresh_token"] == "rt-2-of-the-session")
        #expect(!Plant.isShown(idToken, by: result) && !result.errors.contains("rt-"))
    }

    @Test("without a session, with several, and with a name that is wrong")
    func choice() throws {
        let none = try standIn.run(["token"])
        #expect(none.status == 4 && none.errors.contains("there is no session (SESSION_UNKNOWN)"))
        try standIn.keep("work", seconds: 900)
        try standIn.keep("home", seconds: 900, changes: ["id_token": "of.home.x"])
        let several = try standIn.run(["token"])
        #expect(several.status == 2 && several.errors.contains("home, work"))
        #expect(try standIn.run(["token", "--account", "home"]).text == "of.home.x\n")
        let near = try standIn.run(["token", "--account", "hme"])
        #expect(near.status == 4 && near.errors.contains("did you mean home?"))
        #expect(try standIn.run(["token", "--account", "../home"]).status == 2)
        #expect(try standIn.run(["token", "extra"]).status == 2)
    }

    @Test("a damaged file is left as it is, and one that others can read is told of")
    func files() throws {
        try standIn.folder.write([UInt8]("{\"version\":1".utf8), to: "\(FirebaseStandIn.sessions)/default.json")
        let damaged = try standIn.run(["token"])
        #expect(damaged.status == 1 && damaged.errors.contains("damaged"))
        try standIn.keep(seconds: 900, mode: 0o644)
        let open = try standIn.run(["token"])
        #expect(open.status == 0 && open.errors.contains("others can read"))
    }

    @Test("FB-23: the emulator and Firebase itself are kept apart")
    func emulator() throws {
        try standIn.keep(seconds: 900)
        let variable = ["FIREBASE_AUTH_EMULATOR_HOST": standIn.server.origin.replacing("http://", with: "")]
        let result = try standIn.run(["token"], environment: variable)
        #expect(result.status == 3 && result.output.isEmpty && result.errors.contains("FIREBASE_AUTH_EMULATOR_HOST"))
        try standIn.keep(seconds: 900, changes: ["identity_toolkit": nil, "emulator": true])
        #expect(try standIn.run(["token"]).status == 3)
        let right = try standIn.run(["token"], environment: variable)
        #expect(right.status == 0 && right.errors.contains("warning: FIREBASE_AUTH_EMULATOR_HOST is set"))
        #expect(standIn.server.requests.isEmpty)
    }

    @Test("a session whose file names another address than Google's or this machine's sends nothing")
    func foreignAddress() throws {
        try standIn.keep(changes: ["identity_toolkit": "https://evil.example"])
        let result = try standIn.run(["token"])
        #expect(result.status == 3 && result.errors.contains("no host of googleapis.com"))
    }

    @Test("a clock that was never set is told", .enabled(if: Shell.faketime.isThere, "faketime is not installed"))
    func clock() throws {
        try standIn.keep()
        let result = try TokenBridge.run(
            ["token"], in: standIn.folder, through: ["faketime", "1970-01-01 00:10:00"])
        #expect(result.status == 75 && result.output.isEmpty && result.errors.contains("set the clock"))
        #expect(standIn.server.requests.isEmpty)
    }
}
