import Logins
import OAuthClient
import StrictJSON
import Testing

@Suite("Device login at a bridge")
struct DeviceLoginTests {
    private typealias Answer = ScriptedBridge.Answer

    @Test("8628-05: the code and its address are told first, and the token comes at the end")
    func granted() async throws {
        let bridge = ScriptedBridge([.pending, .pending, .granted])
        let (result, events) = try await Stage.device(bridge)
        let token = try result.get()
        #expect(events == ["code WDJB-MJHT https://bridge.test/device", "waiting"])
        #expect(token.customToken.secretText == ScriptedBridge.token)
        #expect(token.userID == "y:1" && token.expiresIn == 3600 && token.profile?["sub"] == "1")
        #expect("\(token)".contains("redacted") && !"\(token)".contains(ScriptedBridge.token))
    }

    @Test("8628-01: the interval is kept before each poll, the first one too")
    func interval() async throws {
        let bridge = ScriptedBridge([.pending, .pending, .granted])
        _ = try await Stage.device(bridge)
        #expect(bridge.polls == [5, 10, 15])
    }

    @Test("8628-02, B46: after slow_down all polls are 5 s further apart, and that is told")
    func slowDown() async throws {
        let bridge = ScriptedBridge([.refusal("slow_down"), .pending, .refusal("slow_down"), .granted])
        let (_, events) = try await Stage.device(bridge)
        #expect(bridge.polls == [5, 15, 25, 40])
        #expect(events.suffix(3) == ["slow down 10", "waiting", "slow down 15"])
    }

    @Test(
        "8628-03: any other error stops, with its own code, after one poll",
        arguments: [
            ("access_denied", LoginError.Code.accessDenied), ("expired_token", .codeExpired),
            ("invalid_client", .clientNotAllowed), ("unauthorized_client", .clientNotAllowed),
            ("invalid_grant", .refusedByBridge), ("made_up", .refusedByBridge), ("", .refusedByBridge),
        ])
    func stops(error: String, code: LoginError.Code) async throws {
        let bridge = ScriptedBridge([.refusal(error), .granted])
        let refusal = try await Stage.refusal(bridge)
        #expect(refusal.code == code)
        #expect((refusal.cure?.contains("the bridge has lost the login") == true) == (error == "invalid_grant"))
        #expect(bridge.polls == [5])
    }

    @Test(
        "8628-04: while the bridge is gone the time between polls doubles up to a minute; it is told once, and its return"
    )
    func outage() async throws {
        let bridge = ScriptedBridge([.pending, .gone, .gone, .gone, .gone, .gone, .pending, .granted])
        let (result, events) = try await Stage.device(bridge)
        #expect(throws: Never.self) { try result.get() }
        #expect(bridge.polls == [5, 10, 20, 40, 80, 140, 200, 205])
        #expect(events.dropFirst() == ["waiting", "unreachable: connection refused", "reachable"])
    }

    @Test("a bridge that is out of order is gone too, whatever its error says", arguments: [429, 500, 502, 503])
    func outOfOrder(status: Int) async throws {
        for body in [#"{"error":"access_denied"}"#, "<html>", #"{"error":"temporarily_unavailable"}"#] {
            let bridge = ScriptedBridge([.answer(status, body), .granted])
            let (result, events) = try await Stage.device(bridge)
            #expect(throws: Never.self) { try result.get() }
            // Retry-After is kept where it is longer.
            #expect(bridge.polls == [5, status == 429 ? 95 : 15])
            #expect(events.last == "reachable")
        }
    }

    @Test("8628-06: the polls end with the code, without a new request")
    func expires() async throws {
        let bridge = ScriptedBridge(Array(repeating: .pending, count: 500))
        let error = try await Stage.refusal(bridge)
        #expect(error.code == .codeExpired && bridge.polls.count == 119 && bridge.polls.last == 595)
        #expect(bridge.forms("device_authorization_endpoint").count == 1)
    }

    @Test("a bridge that is gone until the code's end is told from a person who does nothing")
    func goneForGood() async throws {
        let bridge = ScriptedBridge([.pending] + Array(repeating: .gone, count: 100))
        let error = try await Stage.refusal(bridge)
        #expect(error.code == .bridgeUnavailable && error.reason.contains("until the code was too old"))
        #expect(try #require(bridge.polls.last) < 600)
    }

    @Test("the requests name client, provider and code, and nothing else")
    func requests() async throws {
        let bridge = ScriptedBridge([.granted])
        _ = try await Stage.device(bridge, provider: "yahoo")
        #expect(bridge.forms("device_authorization_endpoint") == ["provider=yahoo&client_id=tv"])
        #expect(
            bridge.forms("token_endpoint") == [
                "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=dc-canary&client_id=tv"
            ])
    }

    @Test("a confidential client proves itself in both requests, by HTTP Basic and nowhere else")
    func confidential() async throws {
        let bridge = ScriptedBridge([.granted])
        _ = try await Stage.device(bridge, secret: "s3cret-canary")
        for path in ["device_authorization_endpoint", "token_endpoint"] {
            #expect(bridge.fields(path, "Authorization").first?.hasPrefix("Basic ") == true)
            #expect(!bridge.forms(path).joined().contains("canary-") && !bridge.forms(path).joined().contains("s3cret"))
        }
    }

    @Test("no message quotes the device code or the client's secret, even where the bridge does")
    func redacts() async throws {
        let echo = #"{"error":"made_up","error_description":"dc-canary s3cret-canary"}"#
        let start = try await Stage.device(ScriptedBridge(start: .answer(400, echo)), secret: "s3cret-canary")
        let refusal = try #require(throws: LoginError.self) { try start.result.get() }
        #expect(!refusal.reason.contains("s3cret"), "\(refusal.reason)")
        for answers in [[Answer.answer(400, echo)], [.failure(OAuthClientError(.answerMalformed, "dc-canary"))]] {
            let (result, _) = try await Stage.device(ScriptedBridge(answers), secret: "s3cret-canary")
            let error = try #require(throws: LoginError.self) { try result.get() }
            #expect(!error.reason.contains("canary"), "\(error.reason)")
        }
    }

    @Test("a login that is given up ends at once, without a poll")
    func cancelled() async throws {
        let bridge = ScriptedBridge([.granted])
        let login = DeviceLogin(at: try Stage.client(bridge), clock: bridge)
        let task = Task {
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return try await login.token { _ in }
        }
        let error = try #require(await task.result.failure as? LoginError)
        #expect(error.code == .cancelled && bridge.polls.isEmpty)
    }
}

extension Result {
    /// The error; nil for a success.
    fileprivate var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
