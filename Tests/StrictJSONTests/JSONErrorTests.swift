import StrictJSON
import Testing

@Suite("Errors of the parser")
struct JSONErrorTests {
    private static func error(of text: String) throws -> JSONError {
        do throws(JSONError) {
            _ = try parsed(text)
        } catch {
            return error
        }
        throw NotRefused()
    }

    private struct NotRefused: Error {}

    @Test("an error names the place of the fault")
    func namesPlace() throws {
        let error = try Self.error(of: "{\n  \"a\": 1,\n  \"b\": oops\n}")
        #expect(error.line == 3)
        #expect(error.column > 0)
        #expect(error.description.contains("line 3"))
    }

    @Test(
        "an error never quotes the text",
        arguments: [
            #"{"SECRETSECRET":1,"SECRETSECRET":2}"#, #"{"a":SECRETSECRET}"#, #"{"a":"SECRETSECRET"#,
            #"{} SECRETSECRET"#, #""SECRETSECRET\u0000""#, #"{"SECRETSECRET\u0000":1}"#, #"{SECRETSECRET:1}"#,
            #"["SECRETSECRET\ud800"]"#, #"[SECRETSECRET"#,
        ])
    func quotesNothing(text: String) throws {
        let error = try Self.error(of: text)
        var dumped = ""
        dump(error, to: &dumped)
        for shown in [error.description, String(reflecting: error), "\(error)", dumped] {
            #expect(!shown.uppercased().contains("SECRET"))
        }
    }

    @Test("a number that is refused is not quoted either")
    func quotesNoNumbers() throws {
        let error = try Self.error(of: "[99999999999999999991234567]")
        #expect(!error.description.contains("1234567"))
        #expect(!String(reflecting: error).contains("1234567"))
    }

    @Test("every code has a name of its own and a sentence of its own")
    func hasDistinctNames() throws {
        let codes = JSONError.Code.allCases
        #expect(Set(codes.map(\.rawValue)).count == codes.count)
        #expect(codes.allSatisfy { $0.rawValue.hasPrefix("JSON_") })
    }
}
