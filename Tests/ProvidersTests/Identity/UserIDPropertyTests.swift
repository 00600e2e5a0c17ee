import Providers
import StrictJSON
import Testing

@Suite("uids of provider accounts, by the hundred thousand")
struct UserIDPropertyTests {
    /// A generator that gives the same numbers each time.
    struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var value = state
            value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
            value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
            return value ^ (value >> 31)
        }
    }

    /// Prefixes that begin each other, with an issuer each; some issuers begin each other too.
    private static let mappings = Result {
        var mappings: [UserIDMapping] = []
        let prefixes = ["a", "aa", "a.b", "a-", "a_", "A", "corp", "corp.eu", "facebook", "facebook-limited"]
        for (index, prefix) in prefixes.enumerated() {
            let issuer = "https://id.example" + String(repeating: "/", count: index)
            let style: UserIDMapping.Style = index == 9 ? .hashed : .readable
            mappings.append(try UserIDMapping(prefix: prefix, issuer: issuer, style: style))
        }
        return mappings
    }

    private static let pieces = [
        ":", "a", "A", "1", "0", ".", "-", "_", "|", "@", "{", "}", "~", "/", "#", " ", "+", "=", "%", "\u{0}", "é",
        "e\u{301}",
        "\u{212A}", "K", "\u{212B}", "\u{C5}", "A\u{30A}", "corp", "a:", "aa:", "https://id.example", "日", "\u{1F600}",
        "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    ]

    private static func subject(_ generator: inout Generator) -> String {
        var subject = ""
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            subject += pieces[Int.random(in: 0..<pieces.count, using: &generator)]
        }
        return subject
    }

    @Test("two accounts never have one uid, and one account always has the same")
    func injective() throws {
        var generator = Generator(state: 20)
        var owners: [[UInt8]: (mapping: Int, subject: [UInt8])] = [:]
        let mappings = try Self.mappings.get()
        var last = "1"
        for round in 0..<100_000 {
            let mapping = Int.random(in: 0..<mappings.count, using: &generator)
            // Every fourth subject is the uid part of an account before it: an imitation.
            let subject = round % 4 == 3 ? last : Self.subject(&generator)
            guard subject.utf8.count <= SubjectID.maximumBytes else { continue }
            let uid = Array(try mappings[mapping].userID(for: SubjectID(.string(subject))).utf8)
            #expect(uid.count <= 128)
            let isSafe = uid.allSatisfy { byte in
                0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || "._~|@{}-:".utf8.contains(byte)
            }
            #expect(isSafe)
            let owner = (mapping: mapping, subject: Array(subject.utf8))
            if let other = owners.updateValue(owner, forKey: uid) {
                #expect(other.mapping == owner.mapping && other.subject == owner.subject)
            }
            last = String(decoding: uid.split(separator: UInt8(ascii: ":"), maxSplits: 1).last ?? [0x31], as: UTF8.self)
        }
        #expect(owners.count > 50_000)
    }

    @Test("any random subject has a uid, whatever its bytes")
    func total() throws {
        var generator = Generator(state: 7)
        let mapping = try #require(try Self.mappings.get().first)
        for _ in 0..<5_000 {
            var scalars = String.UnicodeScalarView()
            for _ in 0..<Int.random(in: 1...60, using: &generator) {
                scalars.append(Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &generator)) ?? "x")
            }
            let subject = String(scalars)
            guard subject.utf8.count <= SubjectID.maximumBytes else { continue }
            let uid = try mapping.userID(for: SubjectID(.string(subject)))
            #expect(uid.utf8.starts(with: "a:".utf8) && uid.utf8.count <= 128)
            #expect(try mapping.userID(for: SubjectID(.string(subject))) == uid)
        }
    }
}
