import Foundation
import Logins
import OAuthClient
import StrictJSON
import TestSupport
import Testing
import Transport

@Suite("Login in a browser at a bridge")
struct BrowserLoginTests {
    private static let issuer = "iss=https%3A%2F%2Fbridge.test"

    @Test(
        "8252-02, 7636: the request has state, S256 challenge and a loopback redirect; the code is redeemed with the verifier"
    )
    func granted() async throws {
        let stage = try BrowserStage(ScriptedBridge([.granted]))
        let result = try await stage.login(provider: "yahoo") { asked in
            #expect(asked["response_type"] == "code" && asked["client_id"] == "tv" && asked["provider"] == "yahoo")
            #expect(asked["code_challenge_method"] == "S256" && asked["code_challenge"]?.utf8.count == 43)
            #expect(asked["redirect_uri"] == stage.redirect.redirectURI.text && asked["scope"] == nil)
            #expect(asked["redirect_uri"]?.hasPrefix("http://127.0.0.1:") == true)
            try await stage.arrive("code=c1&state=\(asked["state"] ?? "")&\(Self.issuer)", status: 200)
        }
        #expect(try result.get().customToken.secretText == ScriptedBridge.token)
        let form = try #require(stage.bridge.forms("token_endpoint").first)
        #expect(form.hasPrefix("grant_type=authorization_code&code=c1&redirect_uri=http%3A%2F%2F127.0.0.1%3A"))
        #expect(form.contains("&code_verifier=") && form.hasSuffix("&client_id=tv"))
    }

    @Test(
        "9207: a response that names another issuer, or none, is refused, and no code is redeemed",
        arguments: ["", "&iss=https%3A%2F%2Fevil.test", "&iss=https%3A%2F%2Fbridge.test%2F", "&iss="])
    func mixUp(issuer: String) async throws {
        let stage = try BrowserStage(ScriptedBridge([.granted]))
        let result = try await stage.login { asked in
            try await stage.arrive("code=c1&state=\(asked["state"] ?? "")\(issuer)", status: 400)
        }
        #expect(throws: LoginError.self) { try result.get() }
        #expect(Self.code(result) == .responseInvalid && stage.bridge.forms("token_endpoint").isEmpty)
    }

    @Test("a response without our state changes nothing: the right one is still taken")
    func foreignState() async throws {
        let stage = try BrowserStage(ScriptedBridge([.granted]))
        let result = try await stage.login { asked in
            for query in ["code=x&state=EVIL&\(Self.issuer)", "code=x", "error=access_denied&state=EVIL", "x=1"] {
                try await stage.arrive(query, status: 400)
            }
            try await stage.arrive("code=c1&state=\(asked["state"] ?? "")&\(Self.issuer)", status: 200)
        }
        #expect(throws: Never.self) { try result.get() }
    }

    @Test("B41: what a person pastes is taken as address or code, and what is none of this login is asked for again")
    func caseOfPastes() async throws {
        let entries = try JSONValue(
            parsing: Locations.bytes("\(Locations.caseFolder("B41"))/inputs.json"), limits: .document)
        for entry in try #require(entries.array) {
            let typed = try #require(entry.object?["typed"]?.string)
            let expected = entry.object?["code"]?.string
            let stage = try BrowserStage(ScriptedBridge(metadata: Self.withoutIssuer, [.granted]))
            let result = try await stage.login { asked in
                stage.paste(
                    typed.replacingOccurrences(of: "http://127.0.0.1:8765/cb", with: stage.redirect.redirectURI.text)
                        .replacingOccurrences(of: "S1", with: asked["state"] ?? ""))
                if expected == nil { stage.paste("the-right-code") }
            }
            let sent = stage.bridge.forms("token_endpoint").first.flatMap { URLComponents(string: "?\($0)") }?
                .queryItems?.first { $0.name == "code" }?.value
            if typed.contains("error=access_denied") {
                #expect(Self.code(result) == .accessDenied && sent == nil)
            } else {
                #expect(sent == expected ?? "the-right-code", "\(typed)")
                #expect(stage.refusedPastes.isEmpty == (expected != nil || typed.isEmpty), "\(typed)")
            }
        }
    }

    private static let withoutIssuer: [String: JSONValue?] = ["authorization_response_iss_parameter_supported": nil]

    @Test("parameters without their address are not taken for a code", arguments: ["code=x&state=S", "?code=x"])
    func parametersAlone(text: String) async throws {
        let stage = try BrowserStage(ScriptedBridge([.granted]))
        let result = try await stage.login { _ in
            stage.paste(text)
            stage.paste("the-right-code")
        }
        #expect(throws: Never.self) { try result.get() }
        #expect(stage.refusedPastes == ["RESPONSE_INVALID"])
    }

    @Test("a word that is typed while the bridge is out of order does not end it: the browser's response still comes")
    func typedMeanwhile() async throws {
        let busy = OAuthClientError(.providerUnavailable, "the bridge is out of order")
        let stage = try BrowserStage(
            ScriptedBridge([
                .failure(busy), .answer(503, #"{"error":"temporarily_unavailable"}"#), .answer(503, ""), .granted,
            ]))
        let result = try await stage.login { _ in
            for word in ["hello", "two", "three", "the-right-code"] { stage.paste(word) }
        }
        #expect(throws: Never.self) { try result.get() }
        #expect(stage.refusedPastes.count == 3)
    }

    /// Lets the bridge's response say an error.
    private static func refuse(
        _ error: String, _ state: String?, _ stage: BrowserStage, isPasted: Bool
    ) async throws {
        let query = "error=\(error)&state=\(state ?? "")&\(issuer)"
        if isPasted {
            stage.paste("\(stage.redirect.redirectURI.text)?\(query)")
        } else {
            try await stage.arrive(query, status: 400)
        }
    }

    @Test("the person's no ends it, by browser and by paste", arguments: [true, false])
    func denied(isPasted: Bool) async throws {
        let stage = try BrowserStage(ScriptedBridge([.granted]))
        let result = try await stage.login { asked in
            try await Self.refuse("access_denied", asked["state"], stage, isPasted: isPasted)
        }
        #expect(Self.code(result) == .accessDenied && stage.bridge.forms("token_endpoint").isEmpty)
    }

    @Test("nobody in time is told from a no")
    func expired() async throws {
        let stage = try BrowserStage(ScriptedBridge([.granted]))
        let result = try await stage.login(within: .milliseconds(50)) { _ in }
        #expect(Self.code(result) == .codeExpired)
    }

    @Test(
        "a bridge that says in its response that it is out of order is told from a person who does not come",
        arguments: [true, false])
    func outOfOrder(isPasted: Bool) async throws {
        for error in ["server_error", "temporarily_unavailable"] {
            let stage = try BrowserStage(ScriptedBridge([.granted]))
            let result = try await stage.login { asked in
                try await Self.refuse(error, asked["state"], stage, isPasted: isPasted)
            }
            #expect(Self.code(result) == .bridgeUnavailable && stage.refusedPastes.isEmpty)
        }
    }

    @Test("a bridge without codes is told so")
    func notOffered() async throws {
        let stage = try BrowserStage(ScriptedBridge(metadata: ["authorization_endpoint": .null]))
        let result = try await stage.login { _ in }
        #expect(Self.code(result) == .loginNotOffered)
    }

    @Test(
        "a code that the bridge refuses ends the login, and no message quotes it",
        arguments: [
            ("invalid_request", LoginError.Code.refusedByBridge), ("invalid_client", .clientNotAllowed),
            ("authorization_pending", .bridgeAnswerInvalid),
        ])
    func codeRefused(error: String, code: LoginError.Code) async throws {
        let body = #"{"error":"\#(error)","error_description":"code-canary"}"#
        let stage = try BrowserStage(ScriptedBridge([.answer(400, body)]))
        let result = try await stage.login { _ in stage.paste("code-canary") }
        let refusal = try #require(throws: LoginError.self) { try result.get() }
        #expect(refusal.code == code && !refusal.reason.contains("canary"))
    }

    @Test("a word that is typed and no code to the bridge is refused, and the wait goes on; no message quotes it")
    func codeUnknown() async throws {
        let body = #"{"error":"invalid_grant","error_description":"y-canary"}"#
        let stage = try BrowserStage(ScriptedBridge([.answer(400, body), .answer(400, body), .granted]))
        let result = try await stage.login { _ in
            stage.paste("y-canary")
            stage.paste("y-canary")
            stage.paste("the-right-code")
        }
        #expect(try result.get().customToken.secretText == ScriptedBridge.token)
        #expect(stage.refusedPastes == ["RESPONSE_INVALID", "RESPONSE_INVALID"])
        #expect(stage.bridge.forms("token_endpoint").count == 3)
    }

    @Test(
        "a code that came with our state and is none to the bridge ends it, by browser and by paste",
        arguments: [true, false])
    func codeOfAddressUnknown(isPasted: Bool) async throws {
        let stage = try BrowserStage(ScriptedBridge([.refusal("invalid_grant"), .granted]))
        let result = try await stage.login { asked in
            let query = "code=c1&state=\(asked["state"] ?? "")&\(Self.issuer)"
            if isPasted {
                stage.paste("\(stage.redirect.redirectURI.text)?\(query)")
            } else {
                try await stage.arrive(query, status: 200)
            }
        }
        #expect(Self.code(result) == .refusedByBridge && stage.refusedPastes.isEmpty)
    }

    @Test("a word that is typed does not outlast the time that is left")
    func codeUnknownInTime() async throws {
        let stage = try BrowserStage(ScriptedBridge([.refusal("invalid_grant")]))
        let result = try await stage.login(within: .milliseconds(300)) { _ in stage.paste("y") }
        #expect(Self.code(result) == .codeExpired)
    }

    private static func code(_ result: Result<LoginToken, LoginError>) -> LoginError.Code? {
        guard case .failure(let error) = result else { return nil }
        return error.code
    }
}
