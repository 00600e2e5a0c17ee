import OAuthClient
import StrictJSON
import TestSupport
import Testing

@testable import FirebaseSessions

@Suite("Errors of Identity Toolkit, in words with the cure")
struct IdentityToolkitErrorTests {
    private let stage: FirebaseStage
    private let toolkit: IdentityToolkit

    init() throws {
        stage = try FirebaseStage()
        toolkit = IdentityToolkit(stage.connection, apiKey: try WebAPIKey(FirebaseStage.apiKey))
    }

    private func error(_ answer: FirebaseScript.Answer) async throws -> FirebaseSessionError {
        stage.script.answer(FirebaseScript.signIn, answer)
        return try await failure {
            _ = try await toolkit.signIn(with: UnverifiedCustomToken(parsing: Forged.customToken()))
        }
    }

    /// What production was recorded to answer.
    static let recorded: [(String, FirebaseSessionError.Code)] = [
        ("INVALID_CUSTOM_TOKEN", .customTokenInvalid),
        ("INVALID_CUSTOM_TOKEN : Missing signature.", .customTokenInvalid),
        ("INVALID_CUSTOM_TOKEN : Invalid assertion format. 3 dot separated segments required.", .customTokenInvalid),
        ("MISSING_CUSTOM_TOKEN", .customTokenInvalid), ("CREDENTIAL_MISMATCH", .projectMismatch),
        ("MISSING_IDENTIFIER", .customTokenInvalid),
        ("INVALID_IDENTIFIER : Invalid user ID length. Expect to have length between 1 and 128.", .customTokenInvalid),
        ("INVALID_CLAIMS", .customTokenInvalid), ("FORBIDDEN_CLAIM : sub", .customTokenInvalid),
        ("USER_DISABLED", .userRefused), ("INVALID_TENANT_ID", .tenantMismatch),
        ("TENANT_ID_MISMATCH : Specified tenant ID does not match the custom token.", .tenantMismatch),
        ("TENANT_DISABLED", .tenantMismatch), ("TENANT_DELETED", .tenantMismatch),
        ("INVALID_REFRESH_TOKEN", .sessionEnded), ("TOKEN_EXPIRED", .sessionEnded), ("USER_NOT_FOUND", .sessionEnded),
        ("MISSING_REFRESH_TOKEN", .firebaseAnswerInvalid), ("MISSING_GRANT_TYPE", .firebaseAnswerInvalid),
        ("INVALID_GRANT_TYPE", .firebaseAnswerInvalid), ("INVALID_ID_TOKEN", .idTokenInvalid),
        ("OPERATION_NOT_ALLOWED", .projectMisconfigured), ("CONFIGURATION_NOT_FOUND", .projectMisconfigured),
        ("CLAIMS_TOO_LARGE", .customTokenInvalid),
    ]

    @Test("FB-17: each recorded code has its words, its cure, and keeps the detail", arguments: recorded)
    func recordedCodes(message: String, code: FirebaseSessionError.Code) async throws {
        let error = try await error(.error(message))
        #expect(error.code == code)
        let parts = message.split(separator: ":", maxSplits: 1)
        let name = String(parts[0].prefix { $0 != " " })
        #expect(error.firebaseCode == name)
        #expect(error.reason.hasPrefix("Firebase says \(name): "))
        if parts.count > 1 { #expect(error.reason.contains(String(parts[1].dropFirst()))) }
        #expect((error.cure?.split(separator: " ").count ?? 0) > 2)
    }

    @Test("every code that is known is told once, in a clause, with a cure of some words")
    func table() {
        let names = IdentityToolkitRefusal.all.map(\.firebaseCode)
        #expect(Set(names).count == names.count && names.count > 40)
        for refusal in IdentityToolkitRefusal.all {
            #expect(refusal.words.split(separator: " ").count > 2, "\(refusal.firebaseCode)")
            #expect(refusal.cure.split(separator: " ").count > 2, "\(refusal.firebaseCode)")
            #expect(refusal.cure.last != "." && refusal.cure.first?.isLowercase == true, "\(refusal.firebaseCode)")
            #expect(refusal.words.last != ".", "\(refusal.firebaseCode)")
        }
    }

    @Test(
        "FB-17: each form of an error is understood",
        arguments: [
            // Version 2 and Secure Token, without `errors`.
            (
                400, #"{"error":{"code":400,"message":"INVALID_REFRESH_TOKEN","status":"INVALID_ARGUMENT"}}"#,
                "INVALID_REFRESH_TOKEN", .sessionEnded
            ),
            (
                400,
                #"{"error":{"code":400,"message":"API key not valid. Please pass a valid API key.","status":"INVALID_ARGUMENT","details":[{"reason":"API_KEY_INVALID"}]}}"#,
                "API_KEY_INVALID", .apiKeyInvalid
            ),
            (
                403,
                #"{"error":{"code":403,"message":"Method doesn't allow unregistered callers (callers without established identity).","status":"PERMISSION_DENIED"}}"#,
                "PERMISSION_DENIED", .apiKeyInvalid
            ),
            (
                429,
                #"{"error":{"code":429,"message":"Quota exceeded for quota metric","status":"RESOURCE_EXHAUSTED"}}"#,
                "RESOURCE_EXHAUSTED", .firebaseUnavailable
            ),
            (400, #"{"error":"invalid_grant","error_description":"Bad Request"}"#, "INVALID_GRANT", .sessionEnded),
            (400, #"{"error":{"message":"SOMETHING_NEW : and its detail"}}"#, "SOMETHING_NEW", .refusedByFirebase),
            (404, "<html><title>Not Found</title></html>", nil, .firebaseAnswerInvalid),
            (400, "", nil, .firebaseAnswerInvalid), (302, "", nil, .firebaseAnswerInvalid),
            (400, #"{"error":{"message":"A","message":"B"}}"#, nil, .firebaseAnswerInvalid),
            (400, #"{"error":{"message":"lower_case : x"}}"#, nil, .firebaseAnswerInvalid),
            (400, #"{"error":7}"#, nil, .firebaseAnswerInvalid), (400, "null", nil, .firebaseAnswerInvalid),
            (503, "<html>busy</html>", nil, .firebaseUnavailable), (500, "", nil, .firebaseUnavailable),
        ] as [(Int, String, String?, FirebaseSessionError.Code)])
    func forms(status: Int, body: String, firebaseCode: String?, code: FirebaseSessionError.Code) async throws {
        let error = try await error(.response(status, body, []))
        #expect(error.code == code, "\(error.reason)")
        #expect(error.firebaseCode == firebaseCode)
        #expect(error.cure != nil && !error.reason.contains("<"))
    }

    @Test("FB-08: what a server quotes of our token is in no message")
    func quotedToken() async throws {
        let token = try Forged.customToken()
        let error = try await error(.error("INVALID_CUSTOM_TOKEN : cannot read \(token) sorry"))
        #expect(!KeyWindows(of: [UInt8](token.utf8)).areShown(by: error.reason))
        stage.script.answer(
            FirebaseScript.refresh, .error("INVALID_REFRESH_TOKEN : what is rt-short?"))
        let other = try await failure { _ = try await toolkit.refresh(RefreshToken("rt-short")) }
        #expect(!other.reason.contains("rt-short") && other.reason.contains("what is"))
    }

    @Test("what carries requests fails in our words")
    func transport() async throws {
        let error = try await error(.failure(OAuthClientError(.cancelled, "given up")))
        #expect(error.code == .cancelled)
    }
}
