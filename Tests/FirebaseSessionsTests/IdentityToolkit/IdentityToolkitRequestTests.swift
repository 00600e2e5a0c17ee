import OAuthClient
import StrictJSON
import Testing

@testable import FirebaseSessions

@Suite("Requests to Identity Toolkit and Secure Token")
struct IdentityToolkitRequestTests {
    private let stage: FirebaseStage
    private let toolkit: IdentityToolkit

    init() throws {
        stage = try FirebaseStage()
        toolkit = IdentityToolkit(stage.connection, apiKey: try WebAPIKey(FirebaseStage.apiKey))
    }

    private func token(_ changes: [String: JSONValue?] = [:]) throws -> UnverifiedCustomToken {
        try UnverifiedCustomToken(parsing: Forged.customToken(changes))
    }

    @Test("FB-16: a sign-in asks for a refresh token, and names no tenant where the token names none")
    func signInRequest() async throws {
        stage.script.answer(FirebaseScript.signIn, .signedIn(try Forged.idToken()))
        let token = try token()
        let answer = try await toolkit.signIn(with: token)
        let request = try #require(stage.script.requests(FirebaseScript.signIn).first)
        #expect(request.method == .post)
        #expect(
            request.url.text
                == "https://identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken?key=AIzaSyDemoKey-of_tests"
        )
        #expect(request.fields == [HTTPField(name: "Content-Type", value: "application/json")])
        #expect(
            String(decoding: request.body ?? [], as: UTF8.self)
                == #"{"token":"\#(token.secretText)","returnSecureToken":true}"#)
        #expect(answer.refreshToken.secretText == "rt-1-of-the-session")
        #expect(answer.idToken.secretText == (try Forged.idToken()))
    }

    @Test("FB-16: a sign-in names the tenant that the token names")
    func tenantRequest() async throws {
        stage.script.answer(FirebaseScript.signIn, .signedIn(try Forged.idToken(tenant: "tenant-a")))
        let token = try token(["tenant_id": "tenant-a"])
        _ = try await toolkit.signIn(with: token)
        let request = try #require(stage.script.requests(FirebaseScript.signIn).first)
        #expect(
            String(decoding: request.body ?? [], as: UTF8.self)
                == #"{"token":"\#(token.secretText)","returnSecureToken":true,"tenantId":"tenant-a"}"#)
    }

    @Test("FB-22: a refresh is a form, its token encoded")
    func refreshRequest() async throws {
        stage.script.answer(FirebaseScript.refresh, .refreshed("a.b.c", refreshToken: "next"))
        let answer = try await toolkit.refresh(RefreshToken("AMf-v+b/c=&d"))
        let request = try #require(stage.script.requests(FirebaseScript.refresh).first)
        #expect(request.url.text == "https://securetoken.googleapis.com/v1/token?key=AIzaSyDemoKey-of_tests")
        #expect(request.fields == [HTTPField(name: "Content-Type", value: "application/x-www-form-urlencoded")])
        #expect(
            String(decoding: request.body ?? [], as: UTF8.self)
                == "grant_type=refresh_token&refresh_token=AMf-v%2Bb%2Fc%3D%26d")
        #expect(answer.refreshToken?.secretText == "next")
    }

    @Test(
        "an answer without what is needed is refused",
        arguments: [
            #"{}"#, #"{"idToken":"a.b.c"}"#, #"{"refreshToken":"r"}"#, #"{"idToken":"","refreshToken":"r"}"#,
            #"{"idToken":7,"refreshToken":"r"}"#, #"{"idToken":"a b","refreshToken":"r"}"#, "[]", "", "<html>",
            #"{"idToken":"a.b.c","idToken":"a.b.d","refreshToken":"r"}"#, #"{"idToken":"a.b.c","refreshToken":"r"} x"#,
        ])
    func unusableAnswer(body: String) async throws {
        stage.script.answer(FirebaseScript.signIn, .response(200, body, []))
        let error = try await failure { _ = try await toolkit.signIn(with: token()) }
        #expect(error.code == .firebaseAnswerInvalid)
        #expect(stage.script.count == 1)
    }

    @Test("a sign-in is sent again after what may pass, three times at most")
    func signInIsRepeated() async throws {
        stage.script.answer(
            FirebaseScript.signIn, .down, .response(503, "", []), .signedIn(try Forged.idToken()))
        _ = try await toolkit.signIn(with: token())
        #expect(stage.script.count == 3)
        #expect(stage.monotonic.waits == [.milliseconds(500), .milliseconds(1_000)])
        stage.script.answer(FirebaseScript.signIn, .down)
        let error = try await failure { _ = try await toolkit.signIn(with: token()) }
        #expect(error.code == .firebaseUnavailable)
        #expect(stage.script.count == 6)
    }

    @Test("a sign-in that is refused is sent once", arguments: [400, 401, 403, 404])
    func refusalIsNotRepeated(status: Int) async throws {
        stage.script.answer(FirebaseScript.signIn, .error("USER_DISABLED", status: status))
        let error = try await failure { _ = try await toolkit.signIn(with: token()) }
        #expect(error.code == .userRefused && error.firebaseCode == "USER_DISABLED")
        #expect(stage.script.count == 1)
    }

    @Test("the 500 that production answers to a wrong tenant is no fault that passes")
    func tenantFaultIsNotRepeated() async throws {
        stage.script.answer(
            FirebaseScript.signIn,
            .response(
                500,
                #"{"error":{"code":500,"message":"Internal error encountered.","errors":[{"message":"Internal error encountered.","domain":"global","reason":"backendError"}],"status":"INTERNAL"}}"#,
                []))
        let error = try await failure { _ = try await toolkit.signIn(with: token()) }
        #expect(error.code == .firebaseUnavailable && error.firebaseCode == "INTERNAL")
        #expect(stage.script.count == 1)
    }

    @Test("B43: a refresh whose answer may have been lost is sent once", arguments: [500, 502, 504])
    func refreshIsNotRepeated(status: Int) async throws {
        stage.script.answer(FirebaseScript.refresh, .response(status, "", []))
        _ = try await failure { _ = try await toolkit.refresh(RefreshToken("rt")) }
        #expect(stage.script.count == 1)
        stage.script.answer(FirebaseScript.refresh, .down)
        let error = try await failure { _ = try await toolkit.refresh(RefreshToken("rt")) }
        #expect(error.code == .firebaseUnavailable)
        #expect(stage.script.count == 2)
    }

    @Test("a refresh is sent again where the service says that it did nothing", arguments: [429, 503])
    func refreshIsRepeated(status: Int) async throws {
        stage.script.answer(
            FirebaseScript.refresh,
            .response(status, "", [HTTPField(name: "Retry-After", value: "3")]), .refreshed("a.b.c"))
        _ = try await toolkit.refresh(RefreshToken("rt"))
        #expect(stage.script.count == 2)
        #expect(stage.monotonic.waits == [.seconds(3)])
    }

    @Test("a long wait that is asked for is left to the caller")
    func longWait() async throws {
        stage.script.answer(
            FirebaseScript.refresh, .response(429, "", [HTTPField(name: "Retry-After", value: "120")]))
        let error = try await failure { _ = try await toolkit.refresh(RefreshToken("rt")) }
        #expect(error.code == .firebaseUnavailable && error.retryAfterSeconds == 120)
        #expect(stage.script.count == 1 && stage.monotonic.waits.isEmpty)
    }

    @Test("B42: what is wrong with the ID token of an answer does not lose its refresh token")
    func refreshTokenSurvives() async throws {
        stage.script.answer(FirebaseScript.refresh, .response(200, #"{"id_token":7,"refresh_token":"rt-2"}"#, []))
        let answer = try await toolkit.refresh(RefreshToken("rt-1"))
        #expect(answer.refreshToken?.secretText == "rt-2" && answer.idToken == nil)
    }
}
