import Cryptography
import HTTPServer
import Operations
import Testing

@Suite("Names of requests")
struct RequestIDTests {
    private func resolved(_ text: String, from peer: String) throws -> String {
        let headers = HeaderFields([.init("x-request-id", text)])
        let caller = CallerAddress.resolve(
            peer: try Addresses.peer(peer), scheme: .http, headers: headers,
            trustedProxies: TrustedProxies(try Addresses.proxies("10.0.0.0/8")))
        return try RequestID.resolve(headers: headers, caller: caller, random: FixedRandom(byte: 0xEE)).text
    }

    private static let made = String(repeating: "ee", count: 16)

    @Test("That of a trusted proxy is taken over")
    func trusted() throws {
        #expect(try resolved("Abc-123_4.5", from: "10.1.2.3") == "Abc-123_4.5")
    }

    @Test("That of anybody else is not (9700-12)")
    func untrusted() throws {
        #expect(try resolved("Abc-123_4.5", from: "192.0.2.1") == Self.made)
    }

    @Test(
        "One with other characters, too long or too short is not",
        arguments: [
            "", "short", "a b c d e f", "abcdefgh\n", "abcdefgh\"", "abcd\u{E9}fgh", String(repeating: "a", count: 65),
            "eyJhbGciOiJub25lIn0.e30.", "<script>x</script>", "\u{1B}[31mabcdefgh",
        ])
    func unsafe(_ text: String) throws {
        #expect(try resolved(text, from: "10.1.2.3") == Self.made)
    }

    @Test("Two made by the system's randomness differ")
    func random() throws {
        let names = Set(try (0..<100).map { _ in try RequestID(random: SecureRandom()).text })
        #expect(names.count == 100)
        #expect(names.allSatisfy { $0.utf8.count == 32 })
    }
}
