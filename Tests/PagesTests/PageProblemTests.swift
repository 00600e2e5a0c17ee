import TestSupport
import Testing

@testable import Pages

@Suite("What codes mean to a person")
struct PageProblemTests {
    /// The codes that no page is shown for: they are answers to a device, and nothing ends with them.
    static let unseen: Set<String> = ["AUTHORIZATION_PENDING"]

    @Test(
        "is settled for every code of the bridge and of credentials",
        arguments: ["Bridge/BridgeError.swift", "CredentialProofs/CredentialError.swift"])
    func everyCode(file: String) throws {
        let source = String(decoding: try Locations.bytes("\(Locations.repository)/Sources/\(file)"), as: UTF8.self)
        let codes = source.matches(of: /case \w+ = "([A-Z_]+)"/).map { String($0.output.1) }
        #expect(codes.count > 12)
        for code in codes where !Self.unseen.contains(code) {
            #expect(PageProblem.byCode[code] != nil, "\(code) has no words for a person")
        }
    }

    @Test(
        "is what it should be",
        arguments: [
            ("ACCESS_DENIED", PageProblem.denied, 403), ("STATE_INVALID", .signInLost, 400),
            ("USER_CODE_INVALID", .codeInvalid, 400), ("DEVICE_CODE_EXPIRED", .codeExpired, 400),
            ("RATE_LIMITED", .tooManyAttempts, 429), ("PROVIDER_UNAVAILABLE", .providerUnavailable, 503),
            ("AUDIENCE_MISMATCH", .notForThisService, 400), ("AUDIENCE_UNPROVABLE", .notForThisService, 400),
            ("CREDENTIAL_INVALID", .notConfirmed, 400), ("CREDENTIAL_REPLAYED", .usedUp, 400),
            ("STORE_UNAVAILABLE", .serviceUnavailable, 503), ("PROVIDER_ANSWER_INVALID", .providerFailed, 502),
        ])
    func meaning(code: String, problem: PageProblem, status: Int) {
        #expect(PageProblem(code: code) == problem)
        #expect(problem.status == status)
    }

    @Test(
        "is something unexpected for a code that there is not",
        arguments: ["", "access_denied", "ACCESS_DENIED ", "é", "\u{212A}EY_UNAVAILABLE"])
    func unknown(code: String) {
        #expect(PageProblem(code: code) == .unexpected)
    }

    @Test("is reached by some code, and has a status of an error", arguments: PageProblem.allCases)
    func reached(problem: PageProblem) {
        #expect(PageProblem.byCode.values.contains(problem))
        #expect(400...599 ~= problem.status)
    }
}
