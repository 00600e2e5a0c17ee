import Foundation
import OAuthClient
import StrictJSON
import Testing

@testable import CustomTokens
@testable import FirebaseSessions

@Suite("A session begins with a custom token")
struct SignInTests {
    private let stage: FirebaseStage

    init() throws {
        stage = try FirebaseStage()
    }

    private func refusal(
        _ customToken: String, _ project: ExpectedProject = .ofAPIKey, tenant: String? = nil
    ) async throws -> FirebaseSessionError {
        let error = try await failure { _ = try await stage.begin(customToken, project, tenant: tenant) }
        #expect(try stage.folder.names().isEmpty, "nothing is kept of a sign-in that failed")
        return error
    }

    @Test("FB-18: the tokens are kept in a file that nobody else can read, and the ID token is given")
    func begins() async throws {
        let idToken = try Forged.idToken()
        stage.script.answer(FirebaseScript.signIn, .signedIn(idToken))
        let begun = try await stage.begin(Forged.customToken())
        #expect(begun.idToken.userID == "yahoo:ABC" && begun.replacedUserID == nil)
        #expect(try await begun.session.idToken().secretText == idToken)
        let file = try stage.file()
        #expect(file["refresh_token"] == "rt-1-of-the-session" && file["id_token"]?.string == idToken)
        #expect(file["project"] == "demo-bridge" && file["uid"] == "yahoo:ABC" && file["tenant"] == nil)
        let path = stage.folder.path
        for (name, mode) in [("", 0o700), ("/default.json", 0o600), ("/.default.lock", 0o600)] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path + name)
            #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).count == 2)
        #expect("\(try await begun.session.stored())".contains("redacted"))
        #expect(stage.script.requests(FirebaseScript.refresh).isEmpty)
    }

    @Test("what Firebase would refuse is refused before anything is sent")
    func localRefusals() async throws {
        #expect(try await refusal(Forged.unsigned(Forged.customClaims())).code == .customTokenInvalid)
        #expect(try await refusal(Forged.customToken(), tenant: "tenant-a").code == .tenantMismatch)
        let tenanted = try Forged.customToken(["tenant_id": "tenant-b"])
        #expect(try await refusal(tenanted, tenant: "tenant-a").code == .tenantMismatch)
        #expect(try await refusal(Forged.customToken(), .exactly(ProjectID("other"))).code == .projectMismatch)
        #expect(stage.script.count == 0)
    }

    @Test("a clock that was never set is told before the token is sent")
    func clockNotSet() async throws {
        let stage = try FirebaseStage(now: 3_600)
        let error = try await failure { _ = try await stage.begin(Forged.customToken()) }
        #expect(error.code == .clockNotSet && error.reason.contains("1970"))
        #expect(stage.script.count == 0 && !FileManager.default.fileExists(atPath: stage.folder.path))
    }

    @Test(
        "FB-18: an ID token for somebody else, another way of signing in, another project or tenant is refused",
        arguments: [
            (["sub": "yahoo:OTHER"], .idTokenOfAnother),
            (["aud": "other", "iss": "https://securetoken.google.com/other"], .projectMismatch),
            (["exp": .integer(Forged.now - 100)], .idTokenExpired),
            (["firebase": .object(JSONObject())], .idTokenOfAnother),
        ] as [([String: JSONValue?], FirebaseSessionError.Code)])
    func wrongIDToken(changes: [String: JSONValue?], code: FirebaseSessionError.Code) async throws {
        stage.script.answer(FirebaseScript.signIn, .signedIn(try Forged.idToken(changes)))
        #expect(try await refusal(Forged.customToken()).code == code)
        stage.script.answer(FirebaseScript.signIn, .signedIn(try Forged.idToken(tenant: "tenant-a")))
        #expect(try await refusal(Forged.customToken()).code == .tenantMismatch)
    }

    @Test("an ID token that nobody trusted has signed is refused, and nothing kept")
    func forgedIDToken() async throws {
        stage.script.answer(FirebaseScript.signIn, .signedIn(try Forged.idToken(by: FirebaseKey.other.get())))
        #expect(try await refusal(Forged.customToken()).code == .idTokenInvalid)
        stage.script.answer(FirebaseScript.signIn, .signedIn(Forged.unsigned(Forged.claims())))
        #expect(try await refusal(Forged.customToken()).code == .idTokenInvalid)
    }

    @Test("the tenant of the custom token is that of the session")
    func tenant() async throws {
        stage.script.answer(FirebaseScript.signIn, .signedIn(try Forged.idToken(tenant: "tenant-a")))
        let begun = try await stage.begin(Forged.customToken(["tenant_id": "tenant-a"]), tenant: "tenant-a")
        #expect(begun.idToken.tenant == "tenant-a")
        #expect(try stage.file()["tenant"] == "tenant-a")
    }

    @Test("where the account does not say its project, the one of the API key is kept to")
    func unknownProject() async throws {
        let other: [String: JSONValue?] = ["aud": "other", "iss": "https://securetoken.google.com/other"]
        let token = try Forged.customToken(["iss": "1-compute@developer.gserviceaccount.com"])
        stage.script.answer(FirebaseScript.signIn, .signedIn(try Forged.idToken(other)))
        let begun = try await stage.begin(token)
        #expect(begun.idToken.project.value == "other")
        stage.age()
        stage.script.answer(FirebaseScript.refresh, .refreshed(try stage.newIDToken()))
        #expect(try await failure { _ = try await begun.session.idToken() }.code == .projectMismatch)
    }

    @Test("a second sign-in replaces the session and tells whose it was; other names are other sessions")
    func replaces() async throws {
        _ = try await stage.session()
        _ = try await stage.session(as: "work")
        stage.script.answer(FirebaseScript.signIn, .signedIn(try Forged.idToken(["sub": "b"]), refreshToken: "rt-b"))
        let begun = try await stage.begin(Forged.customToken(["uid": "b"]))
        #expect(begun.replacedUserID == "yahoo:ABC")
        #expect(try stage.folder.names().map(\.value) == ["default", "work"])
        #expect(try stage.file()["refresh_token"] == "rt-b")
        #expect(try stage.file("work")["refresh_token"] == "rt-1-of-the-session")
    }

    @Test("B16: a key of another project is told with the cure")
    func credentialMismatch() async throws {
        stage.script.answer(FirebaseScript.signIn, .error("CREDENTIAL_MISMATCH"))
        let error = try await refusal(Forged.customToken())
        #expect(error.code == .projectMismatch && error.cure?.contains("web API key") == true)
    }

    @Test("FB-23: a session of the emulator and one of Firebase never meet")
    func emulator() async throws {
        let stage = try FirebaseStage.emulator()
        stage.script.answer(FirebaseScript.signIn, .signedIn(Forged.unsigned(Forged.claims())))
        let begun = try await stage.begin(Forged.unsigned(Forged.customClaims()))
        #expect(begun.idToken.proof == .emulator)
        #expect(try await begun.session.idToken().userID == "yahoo:ABC")
        #expect(try stage.file()["emulator"] == true)
        let google = FirebaseSession(
            resuming: .standard, in: stage.folder,
            over: try FirebaseConnection(endpoints: .google, transport: stage.script, wallClock: stage.clock))
        #expect(try await failure { _ = try await google.idToken() }.code == .emulatorMismatch)
        let stored = try await google.stored()
        #expect(throws: FirebaseSessionError.self) { try FirebaseEndpoints(of: stored, environment: [:]) }
        let ours = try await self.stage.session().stored()
        #expect(throws: FirebaseSessionError.self) {
            try FirebaseEndpoints(of: ours, environment: ["FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099"])
        }
        #expect(try FirebaseEndpoints(of: ours, environment: [:]).base == nil)
    }
}
