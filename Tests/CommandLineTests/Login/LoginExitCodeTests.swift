import Testing

@testable import Failures
@testable import Logins
@testable import QRCodes

@Suite("How a login ends, for every error of it")
struct LoginExitCodeTests {
    private static let table: KeyValuePairs<ExitCode, [LoginError.Code]> = [
        .denied: [.accessDenied, .codeExpired, .cancelled], .temporary: [.bridgeUnavailable],
        .provider: [.bridgeAnswerInvalid], .refused: [.refusedByBridge, .responseInvalid],
        .configuration: [.clientNotAllowed, .loginNotOffered, .bridgeAddressInvalid, .requestInvalid],
        .failure: [.systemFailed],
    ]

    @Test("each code has its exit code, keeps its name and reason, and is listed once")
    func exitCodes() {
        let listed = Self.table.flatMap(\.value)
        #expect(Set(listed) == Set(LoginError.Code.allCases) && listed.count == LoginError.Code.allCases.count)
        for (exitCode, codes) in Self.table {
            for code in codes {
                let failure = Failure(LoginError(code, "the reason"))
                #expect(failure.exitCode == exitCode && failure.code == code.rawValue)
                #expect(failure.message == "the reason")
            }
        }
    }

    @Test("names are unlike each other", arguments: LoginError.Code.allCases)
    func names(code: LoginError.Code) {
        #expect(code.rawValue.allSatisfy { $0 == "_" || $0.isUppercase })
        #expect(LoginError.Code.allCases.filter { $0.rawValue == code.rawValue }.count == 1)
    }

    @Test("a picture that cannot be had is a failure like any other", arguments: QRCodeError.Code.allCases)
    func pictures(code: QRCodeError.Code) {
        #expect(Failure(QRCodeError(code, "the reason")).exitCode == .failure)
    }
}
