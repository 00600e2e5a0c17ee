import Foundation
import Testing
import TestSupport

@Suite("Loader of Wycheproof files")
struct WycheproofFileTests {
    private static func file(type: String = "T", result: String = "valid", number: Int = 2, second: Int = 2) -> [UInt8]
    {
        [UInt8](
            """
            {"numberOfTests":\(number),"testGroups":[{"type":"T","tests":[{"tcId":1,"result":"invalid"}]},
            {"type":"\(type)","tests":[{"tcId":\(second),"result":"\(result)"}]}]}
            """.utf8)
    }

    @Test("a file that is complete is read")
    func reads() throws {
        let file = try WycheproofFile(parsing: Self.file(), groupType: "T")
        #expect(file.groups.count == 2)
        #expect(file.groups.flatMap(\.vectors).map(\.identifier) == [1, 2])
    }

    @Test("a file with a group of an unknown type is refused")
    func refusesUnknownGroups() {
        #expect(throws: WycheproofFile.Fault.unknownGroupType("U")) {
            try WycheproofFile(parsing: Self.file(type: "U"), groupType: "T")
        }
    }

    @Test("a file with an unknown result is refused", arguments: ["Valid", "", "unknown"])
    func refusesUnknownResults(result: String) {
        #expect(throws: WycheproofFile.Fault.unknownResult(result)) {
            try WycheproofFile(parsing: Self.file(result: result), groupType: "T")
        }
    }

    @Test("a file that lacks a test, or has one too many or twice, is refused")
    func refusesOtherNumbers() {
        #expect(throws: WycheproofFile.Fault.wrongNumberOfTests(stated: 3, found: 2)) {
            try WycheproofFile(parsing: Self.file(number: 3), groupType: "T")
        }
        #expect(throws: WycheproofFile.Fault.wrongNumberOfTests(stated: 1, found: 2)) {
            try WycheproofFile(parsing: Self.file(number: 1), groupType: "T")
        }
        #expect(throws: WycheproofFile.Fault.duplicateTest(1)) {
            try WycheproofFile(parsing: Self.file(second: 1), groupType: "T")
        }
    }

    @Test("a verdict against the stated result is a disagreement")
    func countsDisagreements() throws {
        let file = try WycheproofFile(parsing: Self.file(), groupType: "T")
        let lenient = try WycheproofTally(of: file) { _ in { _ in .accepted } }
        #expect(lenient.disagreements == [1])
        #expect(lenient.accepted == 2)
        let strict = try WycheproofTally(of: file) { _ in { _ in .refused("X") } }
        #expect(strict.disagreements == [2])
        #expect(strict.refusals == ["X": 2])
        #expect(strict.tests == 2)
        #expect(strict.groups == 2)
    }

    /// Files about primitives that this package does not have.
    private static let others: Set<String> = [
        "aes_gcm", "aes_kwp", "chacha20_poly1305", "ec_prime_order_curves", "hkdf_sha256", "pbkdf2_hmacsha256",
    ]

    @Test(
        "every file of the folder is run by a suite, or is about something else",
        .enabled(if: Locations.hasVectors, "the vectors of other projects are not there"))
    func coversFolder() throws {
        let folder = "\(try #require(Locations.vectors))/wycheproof/testvectors_v1"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).map { name in
            name.replacing("_test.json", with: "")
        }
        let run = WycheproofTables.all
        #expect(Set(names).subtracting(Self.others) == Set(run))
        #expect(Set(run).count == run.count)
    }
}
