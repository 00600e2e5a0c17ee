import JOSE
import Cryptography
import OAuthClient
import StrictJSON
import Testing

@testable import GoogleCloud

@Suite("The keys of a service account in IAM (FB-14)")
struct IAMKeysTests {
    private static let base =
        "https://iam.googleapis.com/v1/projects/demo-bridge/serviceAccounts/\(TestAccount.email)/keys"
    private static let key =
        #"{"name":"projects/demo-bridge/serviceAccounts/\#(TestAccount.email)/keys/\#(TestAccount.keyID)","validAfterTime":"2026-11-01T00:00:00Z","validBeforeTime":"9999-12-31T23:59:59Z","keyAlgorithm":"KEY_ALG_RSA_2048","keyOrigin":"USER_PROVIDED","keyType":"USER_MANAGED"}"#

    private func keys(_ google: FakeGoogle, clock: FakeClock = FakeClock()) throws -> IAMKeys {
        try IAMKeys(
            account: AccountName(TestAccount.email), project: "demo-bridge", tokens: FixedToken(),
            connection: google.connection(clock: clock))
    }

    @Test("are uploaded as base64 of the whole PEM certificate")
    func upload() async throws {
        let certificate = try TestAccount.fixture("certificate.pem")
        let google = FakeGoogle { (_, _) throws(OAuthClientError) in .json(Self.key) }
        let key = try await keys(google).upload(certificatePEM: certificate)
        #expect(key.keyID == TestAccount.keyID)
        #expect(key.origin == .userProvided)
        #expect(!key.isDisabled)
        let request = try #require(google.requests.first)
        #expect(request.method == .post)
        #expect(request.url.text == Self.base + ":upload")
        #expect(request.bearer == "Bearer ya29.canary-access-token")
        #expect(request.json.names == ["publicKeyData"])
        #expect(request.json["publicKeyData"]?.string.flatMap(StandardBase64.decode) == certificate)
    }

    @Test("never leave with their private half", arguments: ["rsa-2048.pem", "public.pem", "ec-p256.pem", "both"])
    func privateHalf(name: String) async throws {
        let google = FakeGoogle { (_, _) throws(OAuthClientError) in .json(Self.key) }
        let text =
            name == "both"
            ? try TestAccount.fixture("certificate.pem") + TestAccount.fixture("rsa-2048.pem")
            : try TestAccount.fixture(name)
        await #expect(throws: GoogleCloudError(expecting: .parameterInvalid)) {
            try await keys(google).upload(certificatePEM: text)
        }
        #expect(google.requests.isEmpty)
    }

    @Test("are made, listed, read, disabled, enabled and deleted by the requests of the contract")
    func requests() async throws {
        let file = StandardBase64.encode([UInt8](#"{"type":"service_account"}"#.utf8))
        let google = FakeGoogle { (request, _) throws(OAuthClientError) in
            if request.method == .get {
                return request.url.text.contains("?keyTypes") ? .json(#"{"keys":[\#(Self.key)]}"#) : .json(Self.key)
            }
            return request.url.text.hasSuffix("/keys")
                ? .json(Self.key.dropLast() + #","privateKeyData":"\#(file)"}"#) : .json("{}")
        }
        let keys = try keys(google)
        let created = try await keys.create()
        #expect(created.keyFile == [UInt8](#"{"type":"service_account"}"#.utf8))
        #expect(!"\(created) \(String(reflecting: created))".contains("type"))
        #expect(try await keys.list().map(\.keyID) == [TestAccount.keyID])
        #expect(try await keys.key(TestAccount.keyID).algorithm == "KEY_ALG_RSA_2048")
        try await keys.disable(TestAccount.keyID)
        try await keys.enable(TestAccount.keyID)
        try await keys.delete(TestAccount.keyID)
        let asked = google.requests.map { "\($0.method.rawValue) \($0.url.text.dropFirst(Self.base.count)) \($0.text)" }
        #expect(
            asked == [
                #"POST  {"privateKeyType":"TYPE_GOOGLE_CREDENTIALS_FILE","keyAlgorithm":"KEY_ALG_RSA_2048"}"#,
                "GET ?keyTypes=USER_MANAGED ", "GET /\(TestAccount.keyID)?publicKeyType=TYPE_X509_PEM_FILE ",
                "POST /\(TestAccount.keyID):disable {}", "POST /\(TestAccount.keyID):enable {}",
                "DELETE /\(TestAccount.keyID) ",
            ])
    }

    @Test("an account without keys has none, and one without members is no fault")
    func none() async throws {
        let google = FakeGoogle { (_, _) throws(OAuthClientError) in .json("{}") }
        #expect(try await keys(google).list().isEmpty)
    }

    private static let policy =
        #"[{"@type":"type.googleapis.com/google.rpc.PreconditionFailure","violations":[{"type":"constraints/iam.disableServiceAccountKeyUpload"}]}]"#

    @Test(
        "are refused with the cause and its cure",
        arguments: [
            (
                HTTPResponse.refusal(400, "FAILED_PRECONDITION"), GoogleCloudError.Code.keyLimitReached, "at most 10",
                "delete"
            ),
            (
                .refusal(429, "RESOURCE_EXHAUSTED", message: "Maximum number of keys on account reached."),
                .keyLimitReached, "at most 10", "delete"
            ),
            (.refusal(429, "RESOURCE_EXHAUSTED"), .quotaExhausted, "429", "quota"),
            (
                .refusal(400, "FAILED_PRECONDITION", details: policy), .policyForbids,
                "constraints/iam.disableServiceAccountKeyUpload", "signJwt"
            ),
            (
                .refusal(400, "FAILED_PRECONDITION", message: "Key creation is not allowed on this service account."),
                .policyForbids, "iam.disableServiceAccountKeyCreation", "administrator"
            ),
            (
                .refusal(403, "PERMISSION_DENIED"), .permissionDenied, "iam.serviceAccountKeys.create",
                "roles/iam.serviceAccountKeyAdmin"
            ),
            (
                .refusal(403, "PERMISSION_DENIED", details: #"[{"reason":"SERVICE_DISABLED"}]"#), .apiDisabled,
                "iam.googleapis.com", "gcloud services enable"
            ),
            (.refusal(404, "NOT_FOUND"), .accountNotFound, TestAccount.email, "address"),
            (.refusal(401, "UNAUTHENTICATED"), .credentialRefused, "access token", "clock"),
            (.refusal(400, "INVALID_ARGUMENT"), .requestRefused, "INVALID_ARGUMENT", ""),
            (.refusal(503, "UNAVAILABLE"), .unavailable, "503", ""),
            (.json("<html><b>Bad Gateway</b></html>", status: 502), .unavailable, "Bad Gateway", ""),
            (.json("", status: 400), .requestRefused, "400", ""),
            (.json("nonsense"), .answerMalformed, "JSON", ""), (.json("{}"), .answerMalformed, "key", ""),
            (.json(#"{"name":"a/../b c"}"#), .answerMalformed, "identifier", ""),
        ])
    func refusals(answer: HTTPResponse, code: GoogleCloudError.Code, reason: String, hint: String) async throws {
        let google = FakeGoogle { (_, _) throws(OAuthClientError) in answer }
        do {
            _ = try await keys(google).upload(certificatePEM: TestAccount.fixture("certificate.pem"))
            Issue.record("it was uploaded")
        } catch let error as GoogleCloudError {
            #expect(error.code == code, "\(error)")
            #expect(error.reason.contains(reason), "\(error)")
            #expect(hint.isEmpty || error.hint?.contains(hint) == true, "\(error.hint ?? "no hint")")
            #expect(!"\(error) \(error.hint ?? "")".contains("canary"))
        }
        #expect(google.requests.count == 1, "adding a key is never sent twice")
    }

    @Test("that are missing are told by their identifier")
    func missing() async throws {
        let google = FakeGoogle { (_, _) throws(OAuthClientError) in .refusal(404, "NOT_FOUND") }
        await #expect(throws: GoogleCloudError(expecting: .keyNotFound)) { try await keys(google).delete("abc") }
    }

    @Test(
        "are named by identifiers that cannot change the path",
        arguments: ["", "a/b", "../x", "a?b", "a:delete", "a b", "ä"])
    func identifiers(keyID: String) async throws {
        let google = FakeGoogle { (_, _) throws(OAuthClientError) in .json("{}") }
        await #expect(throws: GoogleCloudError(expecting: .parameterInvalid)) { try await keys(google).disable(keyID) }
        #expect(google.requests.isEmpty)
    }

    @Test("are asked about again where Google is out of order, with growing pauses, for no longer than 15 s")
    func retries() async throws {
        let clock = FakeClock()
        let google = FakeGoogle { (_, number) throws(OAuthClientError) in
            switch number {
            case 0: throw OAuthClientError(.providerUnavailable, "reset")
            case 1: return .refusal(503, "UNAVAILABLE")
            case 2: return .json("{}", status: 429, fields: [HTTPField(name: "Retry-After", value: "5")])
            default: return .json("{}")
            }
        }
        try await keys(google, clock: clock).disable("abc")
        #expect(clock.sleeps == [.milliseconds(500), .seconds(1), .seconds(5)])
        let never = FakeGoogle { (_, _) throws(OAuthClientError) in
            .json("{}", status: 503, fields: [HTTPField(name: "Retry-After", value: "60")])
        }
        await #expect(throws: GoogleCloudError(expecting: .unavailable)) { try await keys(never).disable("abc") }
        #expect(never.requests.count == 1)
        let refused = FakeGoogle { (_, _) throws(OAuthClientError) in .refusal(403, "PERMISSION_DENIED") }
        await #expect(throws: GoogleCloudError(expecting: .permissionDenied)) { try await keys(refused).disable("abc") }
        #expect(refused.requests.count == 1)
    }
}
