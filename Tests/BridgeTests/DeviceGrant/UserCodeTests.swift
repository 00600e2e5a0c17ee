@testable import Bridge
import Cryptography
import OAuthClient
import TestSupport
import Testing

@Suite("User codes")
struct UserCodeTests {
    private static let alphabet = "BCDFGHJKLMNPQRSTVWXZ"

    @Test("8628-11: a code is 8 letters of the alphabet, shown in two halves")
    func isShownInHalves() throws {
        for _ in 0..<200 {
            let code = try UserCode(random: SecureRandom())
            let halves = code.secretText.split(separator: "-", omittingEmptySubsequences: false)
            #expect(halves.map(\.count) == [4, 4])
            #expect(halves.joined().allSatisfy { Self.alphabet.contains($0) })
        }
    }

    @Test("8628-11: every letter is as likely as any other: bytes beyond the last whole round are not used")
    func isUnbiased() throws {
        // A draw of 16 bytes for each byte there is: 240 to 255 give no letter, and each letter comes from 12 others.
        let random = ScriptedRandom((0...255).flatMap { [UInt8](repeating: UInt8($0), count: 16) })
        var counts: [Character: Int] = [:]
        for _ in 0..<240 {
            for letter in try UserCode(random: random).secretText where letter != "-" {
                counts[letter, default: 0] += 1
            }
        }
        #expect(counts.count == 20)
        #expect(counts.values.allSatisfy { $0 == 12 * 8 })
        // The first letter comes from the byte after those that give none.
        let next = try UserCode(random: ScriptedRandom([UInt8](240...255) + [UInt8](5...20))).secretText
        #expect(next == "HJKL-MNPQ")
    }

    @Test("Randomness that never gives a usable byte is an error, not a loop")
    func endsWithoutRandomness() {
        #expect(throws: BridgeError(.cryptographyFailed, "")) { try UserCode(random: ScriptedRandom([255])) }
    }

    @Test(
        "8628-12: what is typed in is stripped to the letters of codes, in either case",
        arguments: [
            "wdjbmjht", "WDJB-MJHT", "wdjb mjht", " WdJb\u{2013}mJhT\r\n", "W.D.J.B.M.J.H.T", "0WDJB1MJHT2",
            "aWDJBeMJHTy",
            "WDJB\u{212A}MJHT", "WDJB\u{17F}MJHT", "W\u{301}DJBMJHT", "\u{FF37}WDJBMJHT", "WDJB\0MJHT",
        ])
    func parsesWhatPersonsType(_ text: String) throws {
        #expect(try UserCode(parsing: text).secretText == "WDJB-MJHT")
    }

    @Test(
        "8628-12: what has not 8 letters of codes is none",
        arguments: [
            "", "WDJB-MJH", "WDJB-MJHTT", "WDJBMJHTWDJBMJHT", "aeiouy01", "12345678", "\u{FF37}DJBMJHT",
            "\u{212A}DJBMJHT",
            "\u{17F}DJBMJHT", "\u{DF}\u{DF}\u{DF}\u{DF}", "----", String(repeating: "W", count: 100_000),
        ])
    func refusesOtherLengths(_ text: String) {
        #expect(throws: BridgeError(.userCodeInvalid, "")) { try UserCode(parsing: text) }
    }

    @Test("8628-12: a code is read back whatever is strewn into it, and nothing else ever becomes that code")
    func readsBackStrewnCodes() throws {
        var generator = SeededGenerator(seed: 8628)
        let strewn = Array("aeiouyAEIOUY0123456789-_. \t\u{17F}\u{212A}\u{E9}\u{1F600}\u{301}")
        for _ in 0..<2_000 {
            let letters = (0..<8).map { _ in Array(Self.alphabet).randomElement(using: &generator) ?? "B" }
            var text = ""
            for letter in letters {
                for _ in 0..<Int.random(in: 0...3, using: &generator) {
                    text.append(strewn.randomElement(using: &generator) ?? "-")
                }
                text += Bool.random(using: &generator) ? letter.lowercased() : String(letter)
            }
            let expected = String(letters[..<4]) + "-" + String(letters[4...])
            let code = try UserCode(parsing: text)
            #expect(code.secretText == expected)
            #expect(try UserCode(parsing: code.secretText) == code)
        }
        // Bytes without any order: what is read is always in the one form.
        for _ in 0..<5_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &generator)).map { _ in
                UInt8.random(in: 0...255, using: &generator)
            }
            let text = String(decoding: bytes, as: UTF8.self)
            guard let code = try? UserCode(parsing: text) else { continue }
            #expect(code.secretText.utf8.count == 9)
            let kept = text.utf8.map { 0x61...0x7A ~= $0 ? $0 - 32 : $0 }.filter { Self.alphabet.utf8.contains($0) }
            #expect(code.secretText.filter { $0 != "-" } == String(decoding: kept, as: UTF8.self))
        }
    }

    @Test("A secret is derived from all that it is given, in its order, and never from short ones")
    func derivesSecrets() throws {
        let (long, other) = ([UInt8](repeating: 1, count: 32), [UInt8](repeating: 2, count: 32))
        let derivations = [[long], [long, []], [[], long], [long, other], [other, long], [long + other], [other]]
        let codes = try derivations.map { try StateSecret(derivedFrom: $0).code(.userCode, over: ["x"]) }
        #expect(Set(codes).count == derivations.count)
        #expect(try StateSecret(derivedFrom: [long]).code(.userCode, over: ["x"]) == codes[0])
        let short = [UInt8](repeating: 1, count: 31)
        for secrets in [[], [[]], [short], [short, short]] {
            #expect(throws: BridgeError(.cryptographyFailed, "")) { try StateSecret(derivedFrom: secrets) }
        }
    }

    @Test("Keyed hashes differ by purpose, by text, and by where one text ends and the next begins")
    func separatesKeyedHashes() throws {
        let secret = try StateSecret(bytes: [UInt8](repeating: 1, count: 32))
        let codes = [
            try secret.code(.userCode, over: ["ab"]), try secret.code(.confirmation, over: ["ab"]),
            try secret.code(.confirmation, over: ["a", "b"]), try secret.code(.confirmation, over: ["", "ab"]),
            try secret.code(.confirmation, over: ["b", "a"]),
        ]
        #expect(Set(codes).count == codes.count)
    }

    @Test("6819-04: codes and what belongs to them print redacted")
    func printsRedacted() throws {
        let code = try UserCode(parsing: "WDJB-MJHT")
        let browser = try BrowserSessionID(random: SecureRandom())
        let token = ConfirmationFormToken("fake-form-token")
        let secret = try StateSecret(bytes: [UInt8](repeating: 65, count: 32))
        var texts: [String] = []
        for value in [code, browser, token, secret] as [Any] {
            texts += ["\(value)", String(reflecting: value)]
            dump(value, to: &texts[texts.count - 1])
        }
        for text in texts {
            for hidden in ["WDJB", browser.secretText, "fake-form-token", "65, 65", "AAAA"] {
                #expect(!text.contains(hidden))
            }
        }
    }
}
