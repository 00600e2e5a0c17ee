import JOSE
import OAuthClient
import StrictJSON
import TestSupport
import Testing
import Threads

@testable import FirebaseSessions

@Suite("A session gives fresh ID tokens")
struct RefreshTests {
    private let stage: FirebaseStage

    init() throws {
        stage = try FirebaseStage()
    }

    private var refreshes: Int { stage.script.requests(FirebaseScript.refresh).count }

    @Test("a token is kept until five minutes before its end, to the second")
    func margin() async throws {
        let session = try await stage.session()
        stage.clock.advance(3_270)
        #expect(try await session.idToken().secretText == (try Forged.idToken()))
        #expect(refreshes == 0)
        stage.clock.advance(1)
        stage.script.answer(FirebaseScript.refresh, .refreshed(try stage.newIDToken()))
        let expiration = stage.clock.now() + 3_600
        #expect(try await session.idToken().expiration == expiration)
        #expect(try await session.idToken().expiration == expiration)
        #expect(refreshes == 1)
    }

    @Test(
        "B42: the refresh token of an answer is kept, and the old one where it has none",
        arguments: ["omitted", "null", "empty", "rotated"])
    func keptRefreshToken(variant: String) async throws {
        let session = try await stage.session()
        stage.age()
        var answer = FirebaseScript.Answer.refreshedObject(try stage.newIDToken(), refreshToken: nil)
        let refreshToken: [String: JSONValue] = ["null": .null, "empty": "", "rotated": "rt-2"]
        answer["refresh_token"] = refreshToken[variant]
        stage.script.answer(FirebaseScript.refresh, .json(answer))
        _ = try await session.idToken()
        #expect(try stage.file()["refresh_token"]?.string == (variant == "rotated" ? "rt-2" : "rt-1-of-the-session"))
    }

    @Test("B42: a new refresh token is kept though the ID token beside it is no good")
    func keptBeforeAnythingElse() async throws {
        for idToken in [
            try Forged.idToken(by: FirebaseKey.other.get()), "no token", try Forged.idToken(["sub": "other"]),
        ] {
            let session = try await stage.session()
            stage.age()
            stage.script.answer(FirebaseScript.refresh, .refreshed(idToken, refreshToken: "rt-2"))
            _ = try await failure { _ = try await session.idToken() }
            let file = try stage.file()
            #expect(file["refresh_token"] == "rt-2" && file["refresh_begun_at"] == nil)
            #expect(file["id_token"]?.string == (try Forged.idToken()))
            stage.script.answer(FirebaseScript.refresh, .refreshed(try stage.newIDToken(), refreshToken: "rt-3"))
            _ = try await session.idToken()
            let last = try #require(stage.script.requests(FirebaseScript.refresh).last)
            #expect(String(decoding: last.body ?? [], as: UTF8.self).hasSuffix("refresh_token=rt-2"))
            stage.clock.advance(-3_400)
        }
    }

    @Test("B42: an answer 503 is told as one that may pass, and the session stays")
    func unavailable() async throws {
        let session = try await stage.session()
        stage.clock.advance(4_000)
        stage.script.answer(FirebaseScript.refresh, .response(503, "", []))
        let error = try await failure { _ = try await session.idToken() }
        #expect(error.code == .firebaseUnavailable && refreshes == 3)
        #expect(try stage.file()["refresh_token"] == "rt-1-of-the-session")
        stage.script.answer(FirebaseScript.refresh, .refreshed(try stage.newIDToken()))
        _ = try await session.idToken()
    }

    @Test("where Firebase cannot be reached, a token that is good yet is given")
    func aging() async throws {
        let session = try await stage.session()
        stage.age()
        stage.script.answer(FirebaseScript.refresh, .down)
        let token = try await session.idToken()
        #expect(token.secretText == (try Forged.idToken()) && token.shortfall?.code == .firebaseUnavailable)
        stage.clock.advance(150)
        #expect(try await failure { _ = try await session.idToken() }.code == .firebaseUnavailable)
    }

    @Test(
        "B42, FB-22: a session that is over says so, and is not tried again",
        arguments: ["INVALID_REFRESH_TOKEN", "TOKEN_EXPIRED", "USER_NOT_FOUND"])
    func over(code: String) async throws {
        let session = try await stage.session()
        stage.age()
        stage.script.answer(FirebaseScript.refresh, .error(code))
        let error = try await failure { _ = try await session.idToken() }
        #expect(error.code == .sessionEnded && error.firebaseCode == code && error.cure == "sign in again")
        let again = try await failure { _ = try await stage.other().idToken() }
        #expect(again.code == .sessionEnded && again.firebaseCode == code)
        #expect(refreshes == 1)
        _ = try await stage.session()
        stage.clock.advance(-3_400)
        _ = try await stage.other().idToken()
    }

    @Test("an account that is disabled may be enabled again", arguments: ["USER_DISABLED", "TENANT_DISABLED"])
    func disabled(code: String) async throws {
        let session = try await stage.session()
        stage.age()
        stage.script.answer(FirebaseScript.refresh, .error(code), .refreshed(try stage.newIDToken()))
        #expect(try await failure { _ = try await session.idToken() }.firebaseCode == code)
        _ = try await session.idToken()
        #expect(refreshes == 2)
    }

    @Test("B43: a lost answer is remembered, and told where the spent token is refused later")
    func lostAnswer() async throws {
        let session = try await stage.session()
        stage.clock.advance(4_000)
        stage.script.answer(FirebaseScript.refresh, .down, .error("INVALID_REFRESH_TOKEN"))
        #expect(try await failure { _ = try await session.idToken() }.code == .firebaseUnavailable)
        #expect(try stage.file()["refresh_begun_at"] != nil)
        let error = try await failure { _ = try await stage.other().idToken() }
        #expect(error.code == .sessionEnded && error.reason.contains("had no answer"))
        _ = try await failure { _ = try await session.idToken() }
        #expect(refreshes == 2)
    }

    @Test("B43: tasks that ask at once make one request and all get the token")
    func tasksAtOnce() async throws {
        let session = try await stage.session()
        stage.age()
        let gate = Gate()
        let fresh = try stage.newIDToken()
        let body = JSONValue.object(FirebaseScript.Answer.refreshedObject(fresh, refreshToken: "rt-2")).compactText
        stage.script.answer(FirebaseScript.refresh, .held(gate, body), .error("INVALID_REFRESH_TOKEN"))
        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<8 { group.addTask { try await session.idToken().secretText } }
            while refreshes == 0 { await Task.yield() }
            for _ in 0..<100 { await Task.yield() }
            await gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(tokens == [String](repeating: fresh, count: 8))
        #expect(refreshes == 1)
    }

    @Test("B43: owners that know nothing of each other make one request and all get the token")
    func ownersAtOnce() async throws {
        _ = try await stage.session()
        stage.age()
        let gate = Gate()
        let fresh = try stage.newIDToken()
        let body = JSONValue.object(FirebaseScript.Answer.refreshedObject(fresh, refreshToken: "rt-2")).compactText
        stage.script.answer(FirebaseScript.refresh, .held(gate, body), .error("INVALID_REFRESH_TOKEN"))
        let tokens = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<6 {
                let owner = try stage.other()
                group.addTask { try await owner.idToken().secretText }
            }
            while refreshes == 0 { await Task.yield() }
            await gate.open()
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(tokens == [String](repeating: fresh, count: 6))
        #expect(refreshes == 1)
        #expect(try stage.file()["refresh_token"] == "rt-2")
    }

    @Test("a fetch that others wait for too goes on when one of them gives up")
    func cancellation() async throws {
        let session = try await stage.session()
        stage.age()
        let gate = Gate()
        let fresh = try stage.newIDToken()
        let body = JSONValue.object(FirebaseScript.Answer.refreshedObject(fresh, refreshToken: nil)).compactText
        stage.script.answer(FirebaseScript.refresh, .held(gate, body))
        let one = Task { try await session.idToken().secretText }
        while refreshes == 0 { await Task.yield() }
        let two = Task { try await session.idToken().secretText }
        one.cancel()
        await gate.open()
        #expect(try await two.value == fresh)
    }

    @Test("a clock that was never set, or was set back, is not believed")
    func clocks() async throws {
        let session = try await stage.session()
        stage.clock.advance(-3_000)
        stage.script.answer(
            FirebaseScript.refresh, .refreshed(try stage.newIDToken(["auth_time": .integer(1_796_000_000)])))
        _ = try await session.idToken()
        #expect(refreshes == 1)
        stage.clock.advance(-1_790_000_000)
        #expect(try await failure { _ = try await session.idToken() }.code == .clockNotSet)
        #expect(refreshes == 1)
    }

    @Test("a session that is not there, or that was ended meanwhile, is told")
    func noSession() async throws {
        #expect(try await failure { _ = try await stage.other().idToken() }.code == .sessionUnknown)
        let session = try await stage.session()
        #expect(try await stage.other().end().isDropped)
        #expect(try await failure { _ = try await session.idToken() }.code == .sessionUnknown)
        #expect(try await failure { _ = try await session.end() }.code == .sessionUnknown)
    }

    @Test("a disk that takes nothing is found out before the refresh token is redeemed")
    func unwritable() async throws {
        let session = FirebaseSession(
            resuming: .standard, in: FullStore(of: try await stage.session().stored()), over: stage.connection)
        stage.age()
        stage.script.answer(FirebaseScript.refresh, .refreshed(try stage.newIDToken()))
        #expect(try await failure { _ = try await session.idToken() }.code == .sessionNotKept)
        #expect(refreshes == 0)
    }

    @Test("a session in memory works as one on disk")
    func memory() async throws {
        let store = MemorySessionStore()
        stage.script.answer(FirebaseScript.signIn, .signedIn(try Forged.idToken()))
        let begun = try await FirebaseSession.begin(
            with: UnverifiedCustomToken(parsing: Forged.customToken()),
            FirebaseSignIn(apiKey: WebAPIKey("key")), as: .standard, in: store, over: stage.connection)
        stage.age()
        let fresh = try stage.newIDToken()
        stage.script.answer(FirebaseScript.refresh, .refreshed(fresh), .error("INVALID_REFRESH_TOKEN"))
        let owners = [begun.session, FirebaseSession(resuming: .standard, in: store, over: stage.connection)]
        for owner in owners { #expect(try await owner.idToken().secretText == fresh) }
        #expect(try await begun.session.end().isDropped && store.names().isEmpty)
    }
}

extension EndedSession {
    var isDropped: Bool { if case .dropped = self { true } else { false } }
}

/// A store that takes nothing.
private struct FullStore: SessionStore {
    private struct Held: HeldSession {
        let stored: StoredSession

        func session() -> StoredSession? { stored }
        func keep(_ session: StoredSession) throws(FirebaseSessionError) {
            throw FirebaseSessionError(.sessionNotKept, "no space left")
        }
        func drop() {}
        func release() {}
    }

    let stored: StoredSession

    init(of stored: StoredSession) {
        self.stored = stored
    }

    func names() -> [AccountName] { [.standard] }
    func session(named name: AccountName) -> StoredSession? { stored }
    func hold(_ name: AccountName) async -> any HeldSession { Held(stored: stored) }
}
