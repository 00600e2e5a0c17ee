import Failures
import Testing

@testable import GoogleCloud

@Suite("Errors of Google Cloud leave the product with their cure")
struct FailureTests {
    private static let table: [(ExitCode, [GoogleCloudError.Code])] = [
        (.temporary, [.quotaExhausted, .unavailable]), (.refused, [.credentialRefused]),
        (
            .provider,
            [.answerMalformed, .metadataServerNotTrusted, .requestRefused, .keyNotPublished, .signatureWrong]
        ),
        (
            .configuration,
            [
                .addressNotAllowed, .credentialsNotFound, .credentialFileUnusable, .credentialKindNotSupported,
                .permissionDenied, .apiDisabled, .accountNotFound, .keyNotFound, .keyLimitReached, .policyForbids,
                .parameterInvalid,
            ]
        ),
        (.failure, [.cancelled, .cryptographyFailed]),
    ]

    @Test("each code by its own exit code, with the sentence and the hint")
    func exitCodes() {
        let listed = Self.table.flatMap(\.1)
        #expect(
            Set(listed) == Set(GoogleCloudError.Code.allCases) && listed.count == GoogleCloudError.Code.allCases.count)
        for (exitCode, codes) in Self.table {
            for code in codes {
                let failure = Failure(GoogleCloudError(code, "the reason", hint: "do this instead"))
                #expect(failure.exitCode == exitCode, "\(code)")
                #expect(failure.code == code.rawValue)
                #expect(failure.message == "the reason")
                #expect(failure.hint == "do this instead")
            }
        }
    }
}
