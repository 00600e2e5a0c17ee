import Providers
import StrictJSON
import TestSupport
import Testing

@Suite("Subjects (PRV-13)")
struct SubjectIDTests {
    @Test(
        "strings and integers are taken exactly",
        arguments: [
            ("1", "1"), ("9007199254740993", "9007199254740993"), ("0", "0"), ("-5", "-5"),
            ("9223372036854775807", "9223372036854775807"), ("\"0012\"", "0012"),
            ("\"110169484474386276334\"", "110169484474386276334"), ("\" \"", " "), ("\"e\\u0301\"", "e\u{301}"),
            ("\"{ab-1}\"", "{ab-1}"),
        ])
    func accepted(_ json: String, _ value: String) throws {
        #expect(try SubjectID(Samples.json(json)).value.utf8.elementsEqual(value.utf8))
    }

    @Test(
        "fractions, exponents, truth values, null and structures are refused",
        arguments: ["1.5", "1.0", "1e3", "-0", "1E0", "true", "false", "null", "[]", "[1]", "{}", "{\"id\":1}", "\"\""])
    func refused(_ json: String) throws {
        #expect(try refusal { try SubjectID(Samples.json(json)) } == .subjectInvalid)
    }

    @Test("no value at all is refused")
    func missing() throws {
        #expect(try refusal { try SubjectID(nil) } == .subjectMissing)
    }

    @Test("255 bytes are taken and 256 refused, however few characters they are")
    func length() throws {
        #expect(try SubjectID(.string(String(repeating: "a", count: 255))).value.utf8.count == 255)
        #expect(try refusal { try SubjectID(.string(String(repeating: "a", count: 256))) } == .subjectInvalid)
        #expect(try refusal { try SubjectID(.string(String(repeating: "é", count: 128))) } == .subjectInvalid)
    }

    @Test("an integer and the string of its digits are one subject; canonically equivalent strings are two")
    func equality() throws {
        #expect(try SubjectID(.integer(12)) == SubjectID("12"))
        #expect(try SubjectID("012") != SubjectID("12"))
        #expect(try SubjectID("\u{E9}") != SubjectID("e\u{301}"))
        #expect(try SubjectID("\u{212A}") != SubjectID("K"))
    }

    @Test("B19: every file gives its exact subject or is refused")
    func numericIDCases() throws {
        let folder = try Locations.caseFolder("B19")
        let variants = try #require(
            JSONObject(parsing: Locations.bytes("\(folder)/case.json"), limits: .document)["variants"]?.array)
        #expect(variants.count == 9)
        for variant in variants.compactMap(\.object) {
            let file = try #require(variant["file"]?.string)
            let expectation = try #require(variant["expect"]?.string)
            let result = Result {
                try Self.subject(Locations.bytes("\(folder)/\(file)"), isToken: file.hasSuffix(".jwt"))
            }
            switch (expectation, result) {
            case ("accept", .success(let subject)), ("accept-exact-or-reject", .success(let subject)):
                #expect(subject.value == variant["id"]?.string, "\(file)")
            case ("accept-or-reject", .success(let subject)): #expect(subject.value == "0", "\(file)")
            case ("accept", .failure(let error)): Issue.record("\(file): \(error)")
            case ("reject", .success(let subject)): Issue.record("\(file): \(subject)")
            case (_, .failure): break
            default: Issue.record("\(file): \(expectation) is unknown")
            }
        }
    }

    /// The subject of a user or of the claims of a token, whose signature is not this layer's.
    private static func subject(_ bytes: [UInt8], isToken: Bool) throws -> SubjectID {
        let text = isToken ? try Samples.payload(ofToken: bytes) : bytes
        return try SubjectID(JSONObject(parsing: text, limits: .document)[isToken ? "sub" : "id"])
    }

    @Test("the first member that is there decides: none takes the place of a null")
    func firstMember() throws {
        let instagram = try Samples.resolve("instagram").subject
        #expect(try instagram.subject(in: Samples.json(#"{"user_id":17841400000000001}"#)).value == "17841400000000001")
        #expect(try instagram.subject(in: Samples.json(#"{"user_id":"2","id":"1"}"#)).value == "1")
        #expect(
            try refusal { try instagram.subject(in: Samples.json(#"{"id":null,"user_id":"2"}"#)) } == .subjectInvalid)
        #expect(try refusal { try instagram.subject(in: Samples.json(#"{"username":"x"}"#)) } == .subjectMissing)
        #expect(try instagram.subject(in: Samples.json(#"{"id":0,"user_id":"2"}"#)).value == "0")
    }

    @Test("an identifier that may be a URL is its last segment, and an empty one is refused")
    func lastSegment() throws {
        let salesforce = try Samples.resolve("salesforce").subject
        let claims = #"{"sub":"https://login.salesforce.com/id/00Dx0000000BV7z/005x00000012Q9P"}"#
        #expect(try salesforce.subject(in: Samples.json(claims)).value == "005x00000012Q9P")
        #expect(try salesforce.subject(in: Samples.json(#"{"user_id":"005x00000012Q9P"}"#)).value == "005x00000012Q9P")
        #expect(try refusal { try salesforce.subject(in: Samples.json(#"{"sub":"https://x/"}"#)) } == .subjectInvalid)
    }

    @Test("Microsoft's tenant and object are joined if both are GUIDs")
    func tenantAndObject() throws {
        let rule = try Samples.resolve("microsoft") { $0.microsoftSubject = .tenantAndObject }.subject
        let tenant = "9122040d-6c67-4c5b-b112-36a304b66dad"
        let object = "6CB04018-a3f5-46a7-b995-940c78f5aef3"
        let subject = try rule.subject(in: Samples.json(#"{"tid":"\#(tenant)","oid":"\#(object)","sub":"s"}"#))
        #expect(subject.value == "\(tenant):\(object.lowercased())")
        #expect(try refusal { try rule.subject(in: Samples.json(#"{"tid":"\#(tenant)"}"#)) } == .subjectMissing)
        #expect(
            try refusal { try rule.subject(in: Samples.json(#"{"tid":"\#(tenant)","oid":"a:b"}"#)) } == .subjectInvalid)
        #expect(try refusal { try rule.subject(in: Samples.json(#"{"tid":1,"oid":"\#(object)"}"#)) } == .subjectInvalid)
    }
}
