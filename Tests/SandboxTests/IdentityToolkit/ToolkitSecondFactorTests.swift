import BridgeTesting
import StrictJSON
import Testing

@Suite("Identity Toolkit: second factors (version 2)")
struct ToolkitSecondFactorTests {
    private static let invalid = "Request contains an invalid argument."
    private static let methods = [
        "accounts/mfaSignIn:start", "accounts/mfaSignIn:finalize", "accounts/mfaEnrollment:start",
        "accounts/mfaEnrollment:finalize", "accounts/mfaEnrollment:withdraw", "accounts:revokeToken",
    ]

    private func post(
        _ method: String, _ body: String, key: String? = "key=sandbox-api-key", in bench: Bench
    ) async -> Reply {
        await bench.post("/identitytoolkit.googleapis.com/v2/\(method)", query: key, body)
    }

    /// Expects a refusal of version 2, which has no `errors`.
    private func expect(_ reply: Reply, _ message: String) {
        #expect(reply.status == 400 && reply.message == message, "\(reply.text)")
        #expect(reply.error.names == ["code", "message", "status"] && reply.error["status"] == "INVALID_ARGUMENT")
    }

    @Test(
        "no pending credential was ever handed out, and none is taken",
        arguments: [
            ("start", "{}", "MISSING_MFA_PENDING_CREDENTIAL"),
            ("start", #"{"mfaEnrollmentId":"e"}"#, "MISSING_MFA_PENDING_CREDENTIAL"),
            ("start", #"{"mfaPendingCredential":"p"}"#, "MISSING_MFA_ENROLLMENT_ID"),
            ("start", #"{"mfaPendingCredential":"p","mfaEnrollmentId":"e"}"#, "INVALID_PENDING_TOKEN"),
            ("start", #"{"tenantId":"elsewhere"}"#, "INVALID_TENANT_ID"),
            ("finalize", "{}", "MISSING_CREDENTIAL : Please set MFA Pending Credential."),
            ("finalize", #"{"mfaPendingCredential":""}"#, "MISSING_CREDENTIAL : Please set MFA Pending Credential."),
            ("finalize", #"{"mfaPendingCredential":"p"}"#, Self.invalid),
            ("finalize", #"{"mfaPendingCredential":"p","phoneVerificationInfo":{}}"#, "MISSING_CODE"),
            (
                "finalize", #"{"mfaPendingCredential":"p","phoneVerificationInfo":{"code":"1"}}"#,
                "MISSING_SESSION_INFO"
            ),
            (
                "finalize", #"{"mfaPendingCredential":"p","phoneVerificationInfo":{"code":"1","sessionInfo":"s"}}"#,
                "INVALID_SESSION_INFO"
            ),
            (
                "finalize", #"{"mfaPendingCredential":"p","totpVerificationInfo":{"verificationCode":"1"}}"#,
                "MISSING_MFA_ENROLLMENT_ID"
            ),
            (
                "finalize", #"{"mfaPendingCredential":"p","mfaEnrollmentId":"e","totpVerificationInfo":{}}"#,
                Self.invalid
            ),
            (
                "finalize",
                #"{"mfaPendingCredential":"p","mfaEnrollmentId":"e","totpVerificationInfo":{"verificationCode":"1"}}"#,
                "INVALID_PENDING_TOKEN"
            ),
        ])
    func signIn(method: String, body: String, message: String) async throws {
        expect(await post("accounts/mfaSignIn:\(method)", body, in: try Bench.shared.get()), message)
    }

    @Test("the session of a custom token can enroll no second factor")
    func enrollment() async throws {
        let bench = try Bench()
        let (token, _) = try await bench.session()
        let start = "accounts/mfaEnrollment:start"
        let own = #""idToken":"\#(token)""#
        for info in [#""totpEnrollmentInfo":{}"#, #""phoneEnrollmentInfo":{"phoneNumber":"+15555550100"}"#] {
            expect(await post(start, "{\(own),\(info)}", in: bench), "UNSUPPORTED_FIRST_FACTOR")
            expect(await post(start, "{\(info)}", in: bench), "MISSING_ID_TOKEN")
            expect(await post(start, #"{"idToken":"x",\#(info)}"#, in: bench), "INVALID_ID_TOKEN")
        }
        let finalize = "accounts/mfaEnrollment:finalize"
        for (info, message) in [
            (#""phoneVerificationInfo":{"sessionInfo":"s"}"#, "MISSING_CODE"),
            (#""phoneVerificationInfo":{"code":"1"}"#, "MISSING_SESSION_INFO"),
            (#""phoneVerificationInfo":{"code":"1","sessionInfo":"s"}"#, "INVALID_SESSION_INFO"),
            (#""totpVerificationInfo":{"sessionInfo":"s"}"#, Self.invalid),
            (#""totpVerificationInfo":{"verificationCode":"1"}"#, "MISSING_SESSION_INFO"),
            (#""totpVerificationInfo":{"verificationCode":"1","sessionInfo":"s"}"#, "INVALID_SESSION_INFO"),
            (#""displayName":"x""#, Self.invalid),
        ] {
            expect(await post(finalize, "{\(own),\(info)}", in: bench), message)
            expect(await post(finalize, "{\(info)}", in: bench), "MISSING_ID_TOKEN")
        }
        bench.services.identityToolkit.disableUser("ada")
        expect(await post(start, "{\(own)}", in: bench), "USER_DISABLED")
    }

    @Test("a project without text messages says so, and asks for no code of them")
    func noTextMessages() async throws {
        let bench = try Bench()
        let (token, _) = try await bench.session()
        bench.services.identityToolkit.disableTextMessages()
        for (method, body) in [
            ("mfaSignIn:start", "{}"), ("mfaSignIn:start", #"{"mfaPendingCredential":"p","mfaEnrollmentId":"e"}"#),
            ("mfaSignIn:finalize", #"{"mfaPendingCredential":"p","phoneVerificationInfo":{}}"#),
            ("mfaEnrollment:start", #"{"phoneEnrollmentInfo":{}}"#),
            ("mfaEnrollment:finalize", #"{"idToken":"\#(token)","phoneVerificationInfo":{}}"#),
        ] {
            expect(
                await post("accounts/\(method)", body, in: bench),
                "OPERATION_NOT_ALLOWED : SMS based MFA not enabled.")
        }
    }

    @Test("a factor that is not the account's cannot be withdrawn; what follows a withdrawal is not made up")
    func withdrawal() async throws {
        let bench = try Bench()
        let (token, _) = try await bench.session()
        let method = "accounts/mfaEnrollment:withdraw"
        func body(_ factor: String) -> String { #"{"idToken":"\#(token)","mfaEnrollmentId":"\#(factor)"}"# }
        expect(await post(method, #"{"mfaEnrollmentId":"sandbox-factor"}"#, in: bench), "MISSING_ID_TOKEN")
        expect(await post(method, body(""), in: bench), "MISSING_MFA_ENROLLMENT_ID")
        expect(await post(method, body("sandbox-factor"), in: bench), "MFA_ENROLLMENT_NOT_FOUND")
        bench.services.identityToolkit.enrollSecondFactor("ada")
        expect(await post(method, body("another"), in: bench), "MFA_ENROLLMENT_NOT_FOUND")
        let reply = await post(method, body("sandbox-factor"), in: bench)
        #expect(reply.status == 501 && reply.error["status"] == "UNIMPLEMENTED")
    }

    @Test("a provider's token that nobody could have signed in with cannot be revoked")
    func revocation() async throws {
        let bench = try Bench()
        let (token, _) = try await bench.session()
        let body = #"{"providerId":"apple.com","tokenType":"CODE","token":"c","idToken":"TOKEN"}"#
        expect(
            await post("accounts:revokeToken", body.replacing("TOKEN", with: token), in: bench),
            "OPERATION_NOT_ALLOWED : The identity provider configuration is not found.")
        expect(await post("accounts:revokeToken", body, in: bench), "INVALID_ID_TOKEN")
    }

    @Test("a key is needed, as everywhere", arguments: Self.methods)
    func key(method: String) async throws {
        let bench = try Bench.shared.get()
        #expect(await post(method, "{}", key: nil, in: bench).status == 403)
        #expect(
            await post(method, "{}", key: "key=AIzaWrong", in: bench).message
                == "API key not valid. Please pass a valid API key.")
        #expect(await bench.call("GET", "/identitytoolkit.googleapis.com/v2/\(method)").status == 404)
        #expect(await bench.post("/identitytoolkit.googleapis.com/v1/\(method)", query: "key=x", "{}").status == 404)
    }

    @Test(
        "other methods of version 2 are not there",
        arguments: ["accounts/mfaSignIn:stop", "accounts:lookup", "", "accounts"])
    func others(method: String) async throws {
        #expect(await post(method, "{}", in: try Bench.shared.get()).status == 404)
    }
}
