import OAuthClient
import Testing

@Suite("Device polling: how providers word it")
struct DeviceErrorVocabularyTests {
    enum Expected: Equatable, Sendable {
        case pending, slowDown(Duration?), denied, expired, granted, unavailable
        case failed(OAuthClientError.Code, String?)

        init(_ result: DevicePollResult) {
            self =
                switch result {
                case .pending: .pending
                case .slowDown(let interval): .slowDown(interval)
                case .denied: .denied
                case .expired: .expired
                case .granted: .granted
                case .unavailable: .unavailable
                case .failed(let error): .failed(error.code, error.providerCode)
                }
        }
    }

    struct Line: Sendable {
        let vocabulary: DeviceErrorVocabulary
        let status: Int
        let body: String
        let expected: Expected

        init(_ vocabulary: DeviceErrorVocabulary, _ status: Int, _ body: String, _ expected: Expected) {
            self.vocabulary = vocabulary
            self.status = status
            self.body = body
            self.expected = expected
        }
    }

    private static let standard = DeviceErrorVocabulary.standard(provider: "Example")

    private func check(_ line: Line) throws {
        let answer = try DeviceAnswers.answer(line.body, status: line.status)
        #expect(
            Expected(line.vocabulary.result(of: answer)) == line.expected, "\(line.vocabulary.provider) \(line.body)")
    }

    @Test(
        "PRV-24: the error member decides, not the status",
        arguments: [200, 400, 401, 403, 404, 428, 429, 500, 503])
    func status(_ status: Int) throws {
        try check(Line(Self.standard, status, #"{"error":"authorization_pending"}"#, .pending))
        try check(Line(Self.standard, status, #"{"error":"slow_down"}"#, .slowDown(nil)))
        try check(Line(Self.standard, status, #"{"error":"access_denied"}"#, .denied))
        try check(Line(Self.standard, status, #"{"error":"expired_token"}"#, .expired))
    }

    @Test(
        "the table of providers",
        arguments: [
            Line(
                .gitHub, 200, #"{"error":"slow_down","error_description":"Too many requests","interval":10}"#,
                .slowDown(.seconds(10))),
            Line(
                .gitHub, 200, #"{"error":"incorrect_device_code"}"#,
                .failed(.refusedByProvider, "incorrect_device_code")),
            Line(.google, 428, #"{"error":"authorization_pending"}"#, .pending),
            Line(.google, 403, #"{"error":"access_denied"}"#, .denied),
            Line(.microsoft, 400, #"{"error":"authorization_declined","error_codes":[70016]}"#, .denied),
            Line(.microsoft, 400, #"{"error":"bad_verification_code"}"#, .expired),
            Line(.microsoft, 400, #"{"error":"expired_token"}"#, .expired),
            Line(
                .facebook, 400, #"{"error":{"message":"m","type":"OAuthException","code":31,"error_subcode":1349174}}"#,
                .pending),
            Line(.facebook, 400, #"{"error":{"message":"m","code":17,"error_subcode":1349172}}"#, .slowDown(nil)),
            Line(.facebook, 400, #"{"error":{"message":"m","error_subcode":1349173}}"#, .denied),
            Line(.facebook, 400, #"{"error":{"message":"m","error_subcode":"1349152"}}"#, .expired),
            Line(.facebook, 400, #"{"error":{"message":"m","code":31}}"#, .failed(.refusedByProvider, "31")),
            Line(
                .facebook, 400, #"{"error":"authorization_pending"}"#,
                .failed(.refusedByProvider, "authorization_pending")),
            Line(.twitch, 400, #"{"status":400,"message":"authorization_pending"}"#, .pending),
            Line(.twitch, 400, #"{"status":400,"message":"invalid device code"}"#, .expired),
            Line(
                .twitch, 400, #"{"status":400,"message":"missing client id"}"#,
                .failed(.refusedByProvider, "missing client id")),
            Line(.amazon, 400, #"{"error":"authorization_pending"}"#, .pending),
            Line(.amazon, 400, #"{"error":"invalid_code_pair"}"#, .failed(.refusedByProvider, "invalid_code_pair")),
            Line(.facebook, 200, #"{"access_token":"t","expires_in":"5183944"}"#, .granted),
            Line(.twitch, 200, #"{"access_token":"t","scope":["user:read:email"]}"#, .granted),
        ])
    func table(_ line: Line) throws {
        try check(line)
    }

    @Test(
        "8628-03: an error that is unknown, of another vocabulary or misshapen ends the flow",
        arguments: [
            Line(standard, 400, #"{"error":"invalid_grant"}"#, .failed(.refusedByProvider, "invalid_grant")),
            Line(
                standard, 400, #"{"error":"authorization_declined"}"#,
                .failed(.refusedByProvider, "authorization_declined")),
            Line(
                standard, 400, #"{"error":"AUTHORIZATION_PENDING"}"#,
                .failed(.refusedByProvider, "AUTHORIZATION_PENDING")),
            Line(standard, 400, #"{"error":""}"#, .failed(.refusedByProvider, "")),
            Line(standard, 400, #"{"error":{"error_subcode":1349174}}"#, .failed(.refusedByProvider, nil)),
            Line(standard, 400, #"{"error":42}"#, .failed(.refusedByProvider, nil)),
            Line(standard, 400, #"{"message":"authorization_pending"}"#, .failed(.answerMalformed, nil)),
            Line(standard, 200, "{}", .failed(.answerMalformed, nil)),
            Line(standard, 200, #"{"access_token":""}"#, .failed(.answerMalformed, nil)),
            Line(standard, 200, #"{"access_token":7}"#, .failed(.answerMalformed, nil)),
            Line(standard, 400, #"{"access_token":"t"}"#, .failed(.answerMalformed, nil)),
            Line(standard, 302, #"{"access_token":"t"}"#, .failed(.answerMalformed, nil)),
        ])
    func terminal(_ line: Line) throws {
        try check(line)
    }

    @Test("an error member goes before a token in the same answer")
    func errorFirst() throws {
        try check(Line(Self.standard, 200, #"{"access_token":"t","error":"access_denied"}"#, .denied))
        try check(Line(Self.standard, 200, #"{"access_token":"t","error":null}"#, .granted))
    }

    @Test("a provider that is out of order and says no more is asked again", arguments: [429, 500, 502, 503, 504])
    func outOfOrder(_ status: Int) throws {
        try check(Line(Self.standard, status, "{}", .unavailable))
    }

    @Test(
        "PRV-25: the new interval of slow_down is read as leniently as the first one",
        arguments: [("10", 10), (#""10""#, 10), ("1e9", 60), ("0", nil), ("-3", nil), (#""x""#, nil), ("null", nil)]
            as [(String, Int?)])
    func newInterval(_ text: String, _ seconds: Int?) throws {
        let expected = seconds.map { Duration.seconds($0) }
        try check(Line(.gitHub, 200, #"{"error":"slow_down","interval":\#(text)}"#, .slowDown(expected)))
    }
}
