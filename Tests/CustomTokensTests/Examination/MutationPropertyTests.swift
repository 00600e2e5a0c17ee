import CustomTokens
import JOSE
import StrictJSON
import TestSupport
import Testing

@Suite("Examination: only the identical text is accepted")
struct MutationPropertyTests {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private func verdict(_ text: [UInt8]) throws -> CustomTokenExamination.Verdict {
        let context = ExaminationContext(
            authority: .serviceAccount(try Fixtures.account.get()), projectID: nil, tenantID: nil, now: Fixtures.now)
        let examination = CustomTokenExamination(of: text, in: context)
        #expect((examination.decisive != nil) == (examination.verdict == .refused))
        return examination.verdict
    }

    private func expectRefused(_ text: [UInt8], original: [UInt8]) throws {
        guard text != original else { return }
        #expect(try verdict(text) == .refused)
    }

    @Test("any byte exchanged for any other is refused", arguments: 0..<4 as Range<UInt64>)
    func exchange(_ seed: UInt64) throws {
        let token = Array(try Forge.token().utf8)
        var random = SeededGenerator(seed: seed)
        for round in 0..<120 {
            var text = token
            let index = Int.random(in: text.indices, using: &random)
            let isPlain = round.isMultiple(of: 2)
            text[index] =
                isPlain
                ? Self.alphabet[Int.random(in: 0..<64, using: &random)] : UInt8.random(in: 0...255, using: &random)
            try expectRefused(text, original: token)
        }
        #expect(try verdict(token) == .accepted)
    }

    @Test("bytes inserted or left out are refused", arguments: 0..<4 as Range<UInt64>)
    func length(_ seed: UInt64) throws {
        let token = Array(try Forge.token().utf8)
        var random = SeededGenerator(seed: seed)
        for _ in 0..<80 {
            var longer = token
            longer.insert(
                Self.alphabet[Int.random(in: 0..<64, using: &random)],
                at: Int.random(in: 0...token.count, using: &random))
            try expectRefused(longer, original: token)
            let start = Int.random(in: token.indices, using: &random)
            let end = min(token.count, start + Int.random(in: 1...8, using: &random))
            try expectRefused(Array(token[..<start] + token[end...]), original: token)
        }
    }

    @Test("a token cut off anywhere is refused")
    func cut() throws {
        let token = Array(try Forge.token().utf8)
        for count in stride(from: 0, to: token.count, by: 5) {
            try expectRefused(Array(token.prefix(count)), original: token)
            try expectRefused(Array(token.suffix(count)), original: token)
        }
        try expectRefused(Array(token.dropLast()), original: token)
    }

    @Test("parts in another order, doubled or of two tokens are refused")
    func parts() throws {
        let token = try Forge.token()
        let ours = token.split(separator: ".").map(String.init)
        let others = try Forge.token(["uid": "admin"]).split(separator: ".").map(String.init)
        for first in ours + others {
            for second in ours + others {
                for third in ours + others {
                    let isGenuine = [ours, others].contains([first, second, third])
                    // Both tokens have one header.
                    let text = "\(first).\(second).\(third)"
                    #expect(try (verdict(Array(text.utf8)) == .accepted) == (isGenuine))
                }
            }
        }
        try expectRefused(Array((token + token).utf8), original: Array(token.utf8))
    }

    @Test("no other last character stands for the same bytes (malleability)", arguments: 0..<3)
    func lastCharacters(_ index: Int) throws {
        let token = try Forge.token()
        var parts = token.split(separator: ".").map { Array($0.utf8) }
        let original = parts[index]
        for character in Self.alphabet {
            parts[index] = original.dropLast() + [character]
            try expectRefused(Array(parts.joined(separator: [UInt8(ascii: ".")])), original: Array(token.utf8))
        }
    }

    @Test(
        "other spellings of the same token are refused",
        arguments: [
            "=", "==", "\n", " ", "\0", "%", ".", "\u{FEFF}", "\r\n", "A",
        ])
    func spellings(_ addition: String) throws {
        let token = Array(try Forge.token().utf8)
        for index in [0, 10, token.count / 2, token.count] {
            var text = token
            text.insert(contentsOf: addition.utf8, at: index)
            try expectRefused(text, original: token)
        }
    }

    @Test("random bytes are refused", arguments: 0..<4 as Range<UInt64>)
    func noise(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let text = (0..<Int.random(in: 0...60, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random)
            }
            #expect(try verdict(text) == .refused)
        }
    }
}
