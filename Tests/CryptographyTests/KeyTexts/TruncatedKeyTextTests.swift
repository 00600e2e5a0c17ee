import Cryptography
import Foundation
import TestSupport
import Testing

@Suite("Key texts that were cut off")
struct TruncatedKeyTextTests {
    private static let cuts: [(String, @Sendable (String) -> String)] = [
        ("within the END line", { String($0.dropLast(8)) }),
        ("before the END line", { $0.components(separatedBy: "-----END")[0] }),
        ("in the middle", { String($0.prefix(800)) }),
        ("after the first line of base64", { String($0.prefix(93)) }),
        ("after the BEGIN line", { String($0.prefix(28)) }),
        ("before the end of the BEGIN line", { String($0.prefix(24)) }),
        ("within the label", { String($0.prefix(18)) }),
        ("right after BEGIN", { String($0.prefix(11)) }),
    ]

    @Test("a text without its END line is refused as truncated", arguments: cuts.indices)
    func withoutEnd(_ index: Int) throws {
        let whole = try KeyFixtures.text("rsa-2048")
        let error = try refusal(of: [UInt8](Self.cuts[index].1(whole).utf8))
        #expect(error.code == .keyTruncated, "cut \(Self.cuts[index].0)")
        #expect(error.reason.contains("truncated"))
        #expect(!KeyWindows(of: [UInt8](whole.utf8)).areShown(by: error.reason))
    }

    @Test(
        "a body that lost its end but not its markers is refused as truncated", arguments: [4, 5, 6, 7, 64, 400, 1200])
    func shortBody(_ count: Int) throws {
        let body = KeyFixtures.body(try KeyFixtures.text("rsa-2048"))
        let text = KeyFixtures.pem(String(body.dropLast(count)))
        let error = try refusal(of: [UInt8](text.utf8))
        #expect(error.code == .keyTruncated)
        #expect(error.reason.contains("truncated"))
        #expect(!KeyWindows(of: [UInt8](body.utf8)).areShown(by: error.reason))
    }

    @Test("the reason tells how much of the key is there")
    func amount() throws {
        let body = KeyFixtures.body(try KeyFixtures.text("rsa-2048"))
        let whole = try #require(Data(base64Encoded: body)).count
        let error = try refusal(of: [UInt8](KeyFixtures.pem(String(body.prefix(400))).utf8))
        #expect(error.reason.contains("300 of \(whole) bytes"))
    }

    @Test("a text cut before its BEGIN line is complete has no marker", arguments: [1, 5, 10])
    func withoutBegin(_ count: Int) throws {
        let text = [UInt8](try KeyFixtures.text("rsa-2048").utf8.prefix(count))
        #expect(try refusal(of: text).code == .keyMarkersMissing)
    }

    @Test("a text that lost its BEGIN line has no marker")
    func lostBegin() throws {
        let text = [UInt8](try KeyFixtures.text("rsa-2048").utf8.dropFirst(28))
        let error = try refusal(of: text)
        #expect(error.code == .keyMarkersMissing)
        #expect(!KeyWindows(of: text).areShown(by: error.reason))
    }

    @Test("END lines of another label do not end a key")
    func otherEnd() throws {
        let text = try KeyFixtures.text("rsa-2048").replacingOccurrences(
            of: "-----END PRIVATE", with: "-----END PUBLIC")
        #expect(try refusal(of: [UInt8](text.utf8)).code == .keyTruncated)
    }
}
