import OAuthClient
import StrictJSON
import Testing

@testable import CustomTokens
@testable import FirebaseSessions

@Suite("Keys, names and addresses of Firebase")
struct ValueTests {
    @Test(
        "a name that is no safe file name is refused",
        arguments: [
            "", ".", "..", ".hidden", "-a", "a/b", "../a", "a\0b", "a b", "ä", "a\n", "~", "@a", "$HOME",
            String(repeating: "a", count: 65),
        ])
    func unsafeName(text: String) {
        let error = #expect(throws: FirebaseSessionError.self) { try AccountName(text) }
        #expect(error?.code == .accountNameInvalid)
    }

    @Test(
        "a name of letters, digits and some marks is accepted", arguments: ["default", "a", "yahoo:ABC", "a.b@c+d_e-f"])
    func safeName(text: String) throws {
        #expect(try AccountName(text).value == text)
    }

    @Test(
        "what is no API key is refused and not quoted",
        arguments: ["", "AIza key", "eyJhbGciOi", "ya29.a0Ab", "{\"type\":\"service_account\"}", "a&b", "é"])
    func wrongKey(text: String) {
        let error = #expect(throws: FirebaseSessionError.self) { try WebAPIKey(text) }
        #expect(error?.code == .apiKeyInvalid && (text.isEmpty || error?.reason.contains(text) == false))
    }

    @Test("what is no project is refused", arguments: ["", "Demo", "a b", "a/b", "https://a"])
    func wrongProject(text: String) {
        #expect(throws: FirebaseSessionError.self) { try ProjectID(text) }
    }

    @Test(
        "a custom token and a refresh token go to Google or this machine, and nowhere else",
        arguments: [
            "http://identitytoolkit.googleapis.com", "https://evil.example", "https://googleapis.com.evil.example",
            "https://evilgoogleapis.com", "https://googleapis.com", "https://user@identitytoolkit.googleapis.com",
            "https://identitytoolkit.googleapis.com/v1", "https://identitytoolkit.googleapis.com:8443",
            "http://127.0.0.1:9099/x", "http://10.0.0.1:9099", "127.0.0.1:9099", "",
            "https://identitytoolkit.googleapis.com?a=b",
        ])
    func wrongAddress(text: String) {
        let error = #expect(throws: FirebaseSessionError.self) { try FirebaseEndpoints(identityToolkit: text) }
        #expect(error?.code == .endpointNotAllowed)
    }

    @Test("the addresses of Google, a stand-in and the emulator")
    func addresses() throws {
        let key = try WebAPIKey("k")
        let google = FirebaseEndpoints.google
        #expect(try google.lookUp(key).text == "https://identitytoolkit.googleapis.com/v1/accounts:lookup?key=k")
        let private1 = try FirebaseEndpoints(identityToolkit: "https://private.googleapis.com/")
        #expect(
            try private1.signIn(key).text == "https://private.googleapis.com/v1/accounts:signInWithCustomToken?key=k")
        #expect(try private1.refresh(key).text == "https://securetoken.googleapis.com/v1/token?key=k")
        #expect(try private1.certificates().text == google.certificates().text)
        for local in [
            try FirebaseEndpoints(identityToolkit: "http://127.0.0.1:9099"),
            try FirebaseEndpoints(environment: ["FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099"]),
        ] {
            #expect(
                try local.signIn(key).text
                    == "http://127.0.0.1:9099/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=k")
            #expect(
                try local.refresh(key).text == "http://127.0.0.1:9099/securetoken.googleapis.com/v1/token?key=k")
        }
    }

    @Test(
        "FB-23: an emulator that is malformed or not on this machine is refused",
        arguments: [
            "http://127.0.0.1:9099", "127.0.0.1", "10.0.0.1:9099", "localhost:0", "emulator.example:9099", " :1",
        ])
    func wrongEmulator(value: String) {
        let error = #expect(throws: FirebaseSessionError.self) {
            try FirebaseEndpoints(environment: ["FIREBASE_AUTH_EMULATOR_HOST": value])
        }
        #expect(error?.code == .endpointNotAllowed)
    }

    @Test("an emulator and another address at once are refused")
    func twoAddresses() {
        #expect(throws: FirebaseSessionError.self) {
            try FirebaseEndpoints(
                environment: ["FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099"],
                identityToolkit: "http://127.0.0.1:9099")
        }
    }

    @Test(
        "the project of a custom token is that of its account, where the account's name says so",
        arguments: [
            ("s@demo-bridge.iam.gserviceaccount.com", "demo-bridge"),
            ("s@proj.example.com.iam.gserviceaccount.com", "example.com:proj"),
            ("demo@appspot.gserviceaccount.com", "demo"), ("1-compute@developer.gserviceaccount.com", nil),
            ("firebase-auth-emulator@example.com", nil), ("a@b@demo.iam.gserviceaccount.com", nil), ("", nil),
        ] as [(String, String?)])
    func projectOfAccount(email: String, project: String?) throws {
        let token = try UnverifiedCustomToken(parsing: Forged.customToken(["iss": .string(email)]))
        #expect(token.project?.value == project)
    }

    @Test("what is no custom token is refused, and told apart")
    func noCustomToken() throws {
        for (text, words) in [
            ("", "there is no token"), ("ya29.a", "opaque"), ("{\"uid\":\"a\"}", "JSON"),
            (try Forged.idToken(), "ID token of Firebase already"),
            (try Forged.customToken(["aud": "client"]), "ID token of a provider"),
            (try Forged.customToken(["uid": nil]), "names no uid"),
            (try Forged.customToken(["uid": ""]), "names no uid"),
            (try Forged.customToken(["uid": .integer(1)]), "names no uid"),
            (try Forged.customToken(["tenant_id": ""]), "tenant"),
            (try Forged.customToken(["tenant_id": true]), "tenant_id"),
            (try Forged.customToken(["aud": .array([.string(Forged.audience)])]), "aud"),
        ] {
            let error = #expect(throws: FirebaseSessionError.self) { try UnverifiedCustomToken(parsing: text) }
            #expect(
                error?.code == .customTokenInvalid && error?.reason.contains(words) == true, "\(error?.reason ?? "")")
        }
        #expect("\(try UnverifiedCustomToken(parsing: Forged.customToken()))" == "UnverifiedCustomToken (redacted)")
    }
}
