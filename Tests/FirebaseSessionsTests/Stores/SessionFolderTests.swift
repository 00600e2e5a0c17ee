import Foundation
import OAuthClient
import StrictJSON
import TestSupport
import Testing

@testable import FirebaseSessions

@Suite("The folder of sessions")
struct SessionFolderTests {
    private let stage: FirebaseStage

    init() throws {
        stage = try FirebaseStage()
    }

    private func write(_ text: String, to name: String = "default.json", mode: Int = 0o600) throws {
        try stage.scratch.write([UInt8](text.utf8), to: "state/sessions/\(name)", mode: mode)
    }

    @Test("it is the XDG state folder, or the one of the home folder")
    func path() throws {
        #expect(
            try SessionFolder(environment: ["XDG_STATE_HOME": "/s", "HOME": "/h"]).path == "/s/token-bridge/sessions")
        for state in ["", "relative", "./s"] {
            let folder = try SessionFolder(environment: ["XDG_STATE_HOME": state, "HOME": "/h"])
            #expect(folder.path == "/h/.local/state/token-bridge/sessions")
        }
        for environment in [[:], ["HOME": ""], ["HOME": "h"]] as [[String: String]] {
            let error = #expect(throws: FirebaseSessionError.self) { try SessionFolder(environment: environment) }
            #expect(error?.code == .sessionFolderUnusable)
        }
    }

    @Test(
        "a damaged file is told of, and neither overwritten nor used",
        arguments: [
            "", "{", "[]", "{}", #"{"version":2}"#, #"{"version":1,"version":1}"#, #"{"version":1,"api_key":"k"}"#,
            "\u{0}",
        ])
    func damaged(text: String) async throws {
        try write(text)
        let error = try await failure { _ = try await stage.other().idToken() }
        #expect(error.code == .sessionDamaged && error.cure?.contains("logout --account default") == true)
        let again = try await failure { _ = try await stage.session() }
        #expect(again.code == .sessionDamaged)
        #expect(try Locations.bytes("\(stage.folder.path)/default.json") == [UInt8](text.utf8))
        #expect(stage.script.count == 0)
        #expect(try await stage.other().end().isDropped)
        #expect(try stage.folder.names().isEmpty)
    }

    @Test(
        "a member that is missing or of another kind is damage",
        arguments: [
            "api_key", "project", "uid", "auth_time", "refresh_token", "id_token", "issued_at", "expires_at", "version",
        ])
    func missingMember(name: String) async throws {
        _ = try await stage.session()
        let file = try stage.file()
        for value: JSONValue? in [nil, .null, true, "", .array([])] {
            var changed = file
            changed[name] = value
            try write(JSONValue.object(changed).compactText)
            let error = try await failure { _ = try await stage.other().idToken() }
            #expect(error.code == .sessionDamaged && !error.reason.contains("rt-1"))
        }
    }

    @Test("a session is read as it was written")
    func roundTrip() async throws {
        var session = try await stage.session().stored()
        session.refreshBegunAt = stage.clock.now()
        session.endedBy = "TOKEN_EXPIRED"
        session.revocation = SessionRevocation(endpoint: try EndpointURL("https://b.example/r"), clientID: "tv")
        let again = try StoredSession(parsing: session.json.compactBytes)
        #expect(again.json == session.json && again.json["client_id"] == "tv")
    }

    @Test("only files of sessions are listed")
    func names() async throws {
        for name in ["b", "a"] { _ = try await stage.session(as: name) }
        for name in ["x.json.9.new", ".hidden.json", "notes.txt", "two words.json", ".json"] {
            try write("{}", to: name)
        }
        #expect(try stage.folder.names().map(\.value) == ["a", "b"])
        #expect(try SessionFolder(path: "\(stage.scratch.path)/none").names().isEmpty)
    }

    @Test("the session that is meant: the named one, the only one, or default")
    func choice() async throws {
        let folder = stage.folder
        #expect(throws: FirebaseSessionError.self) { try folder.chosen(nil) }
        _ = try await stage.session(as: "work")
        #expect(try folder.chosen(nil).value == "work")
        _ = try await stage.session(as: "home")
        let error = #expect(throws: FirebaseSessionError.self) { try folder.chosen(nil) }
        #expect(error?.code == .sessionAmbiguous && error?.reason.contains("home, work") == true)
        let unknown = #expect(throws: FirebaseSessionError.self) { try folder.chosen(AccountName("wrk")) }
        #expect(unknown?.code == .sessionUnknown && unknown?.cure == "did you mean work?")
        _ = try await stage.session()
        #expect(try folder.chosen(nil) == .standard)
    }

    @Test("a folder that others can enter is closed to them, and a file that they can read is told of")
    func modes() async throws {
        try write("x", to: "other")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: stage.folder.path)
        _ = try await stage.session()
        let mode = try FileManager.default.attributesOfItem(atPath: stage.folder.path)[.posixPermissions] as? Int
        #expect(mode == 0o700)
        #expect(stage.folder.warnings(about: .standard).isEmpty)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: "\(stage.folder.path)/default.json")
        #expect(stage.folder.warnings(about: .standard).count == 1)
    }

    @Test("what a killed process has left in the middle of writing is no hindrance, and goes")
    func leftovers() async throws {
        try write("half", to: "default.json.\(ProcessInfo.processInfo.processIdentifier).new")
        try write("half", to: "default.json.1.new")
        _ = try await stage.session()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: stage.folder.path).sorted()
                == [".default.lock", "default.json"])
    }

    @Test("a place that cannot hold sessions is told")
    func noFolder() async throws {
        try stage.scratch.write([], to: "file")
        let folder = SessionFolder(path: "\(stage.scratch.path)/file/sessions")
        let error = try await failure { _ = try await folder.hold(.standard) }
        #expect(error.code == .sessionFolderUnusable && error.cure?.contains("XDG_STATE_HOME") == true)
    }

    @Test("the right to a session is one owner's at a time, and is had by the next when it is given back")
    func exclusion() async throws {
        let held = try await stage.folder.hold(.standard)
        let impatient = SessionFolder(path: stage.folder.path, clock: JumpingClock())
        let error = try await failure { _ = try await impatient.hold(.standard) }
        #expect(error.code == .sessionBusy)
        let other = try await impatient.hold(AccountName("other"))
        other.release()
        held.release()
        held.release()
        try await impatient.hold(.standard).release()
    }

    @Test("a wait for the right is given up when its task is")
    func givenUp() async throws {
        let held = try await stage.folder.hold(.standard)
        let folder = stage.folder
        let task = Task { try await folder.hold(.standard).release() }
        task.cancel()
        let error = await #expect(throws: FirebaseSessionError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        held.release()
    }

    @Test("one that is dropped takes its lock with it, and who waits locks the new file")
    func droppedLock() async throws {
        _ = try await stage.session()
        let held = try await stage.folder.hold(.standard)
        let folder = stage.folder
        let waiting = Task { try await folder.hold(.standard) }
        for _ in 0..<50 { await Task.yield() }
        try held.drop()
        held.release()
        let next = try await waiting.value
        #expect(FileManager.default.fileExists(atPath: "\(folder.path)/.default.lock"))
        let impatient = SessionFolder(path: folder.path, clock: JumpingClock())
        #expect(try await failure { _ = try await impatient.hold(.standard) }.code == .sessionBusy)
        next.release()
    }
}
