import OAuthClient
import StrictJSON
import TestSupport
import Testing

@testable import FirebaseSessions

@Suite("A session ends")
struct EndTests {
    private static let revocationPath = "/revoke"
    private let stage: FirebaseStage

    init() throws {
        stage = try FirebaseStage()
    }

    private func revocableSession() async throws -> FirebaseSession {
        stage.script.answer(FirebaseScript.signIn, .signedIn(try Forged.idToken()))
        let revocation = SessionRevocation(
            endpoint: try EndpointURL("https://bridge.example/revoke"), clientID: "tv set")
        return try await FirebaseSession.begin(
            with: UnverifiedCustomToken(parsing: Forged.customToken()),
            FirebaseSignIn(apiKey: WebAPIKey("key"), revocation: revocation), as: .standard, in: stage.folder,
            over: stage.connection
        ).session
    }

    @Test("all files of a session go, others stay")
    func drops() async throws {
        let session = try await stage.session()
        _ = try await stage.session(as: "default.json.1")
        try stage.scratch.write([1], to: "state/sessions/default.json.77.new")
        #expect(try await session.end().isDropped)
        #expect(
            try stage.scratch.contents().filter { $0.contains("default") }
                == ["state/sessions/.default.json.1.lock", "state/sessions/default.json.1.json"])
    }

    @Test("the bridge gets the ID token, never the refresh token")
    func revokes() async throws {
        let session = try await revocableSession()
        stage.script.answer(Self.revocationPath, .response(200, "", []))
        guard case .revoked = try await session.end() else {
            Issue.record("it was not revoked")
            return
        }
        let request = try #require(stage.script.requests(Self.revocationPath).first)
        let body = String(decoding: request.body ?? [], as: UTF8.self)
        #expect(body == "token=\(try Forged.idToken())&token_type_hint=id_token&client_id=tv%20set")
        #expect(try stage.folder.names().isEmpty)
    }

    @Test("a bridge that does not revoke is told, and the session dropped", arguments: [400, 401, 404, 500, 503])
    func notRevoked(status: Int) async throws {
        let session = try await revocableSession()
        stage.script.answer(Self.revocationPath, .response(status, "", []))
        guard case .notRevoked(let error) = try await session.end() else {
            Issue.record("it was revoked")
            return
        }
        #expect(error.reason.contains("status \(status)"))
        #expect(try stage.folder.names().isEmpty)
    }

    @Test("a session that is over, or whose bridge is away, is dropped all the same")
    func overOrAway() async throws {
        let session = try await revocableSession()
        stage.age()
        stage.script.answer(FirebaseScript.refresh, .error("TOKEN_EXPIRED"))
        guard case .notRevoked(let error) = try await session.end() else {
            Issue.record("it was revoked")
            return
        }
        #expect(error.code == .sessionEnded)
        #expect(try stage.folder.names().isEmpty)
    }

    @Test("FB-21: Firebase is asked whether the session still stands")
    func standing() async throws {
        let session = try await stage.session()
        let user = { (members: String) in
            FirebaseScript.Answer.response(200, #"{"kind":"x","users":[{"localId":"yahoo:ABC"\#(members)}]}"#, [])
        }
        stage.script.answer(FirebaseScript.lookUp, user(#","validSince":"1796011894","disabled":false"#))
        #expect(try await session.standing().userID == "yahoo:ABC")
        let request = try #require(stage.script.requests(FirebaseScript.lookUp).first)
        #expect(String(decoding: request.body ?? [], as: UTF8.self) == #"{"idToken":"\#(try Forged.idToken())"}"#)
        for (answer, code): (FirebaseScript.Answer, FirebaseSessionError.Code) in [
            (user(#","validSince":"1796011895""#), .sessionEnded), (user(#","disabled":true"#), .userRefused),
            (user(#","validSince":"soon""#), .firebaseAnswerInvalid),
            (user(#","disabled":"true""#), .firebaseAnswerInvalid),
            (.response(200, "{}", []), .firebaseAnswerInvalid), (.error("USER_NOT_FOUND"), .sessionEnded),
            (.response(200, #"{"users":[{"localId":"other"}]}"#, []), .firebaseAnswerInvalid),
        ] {
            stage.script.answer(FirebaseScript.lookUp, answer)
            #expect(try await failure { _ = try await session.standing() }.code == code)
        }
    }
}
