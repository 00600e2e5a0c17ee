@testable import CustomTokens
import StrictJSON
import Testing

@Suite("Size of developer claims")
struct CustomClaimsSizeTests {
    /// Claims whose compact JSON has a number of bytes, made of characters of some bytes each.
    private func object(bytes: Int, of character: String = "x") -> JSONObject {
        let room = bytes - #"{"p":""}"#.utf8.count
        let count = character.utf8.count
        var object = JSONObject()
        object["p"] = .string(
            String(repeating: character, count: room / count) + String(repeating: "x", count: room % count))
        return object
    }

    @Test("1000 bytes are accepted, whatever the characters", arguments: ["x", "é", "日", "\u{1F600}"])
    func atLimit(_ character: String) throws {
        let claims = try CustomClaims(object(bytes: 1000, of: character))
        #expect(claims.object.compactBytes.count == 1000)
    }

    @Test("1001 bytes are refused, however few characters they are", arguments: ["x", "é", "日", "\u{1F600}"])
    func beyondLimit(_ character: String) throws {
        let error = try refusal { try CustomClaims(object(bytes: 1001, of: character)) }
        #expect(error.code == .claimsTooLarge)
        #expect(error.reason.contains("1001 bytes"))
        #expect(error.reason.contains("1000"))
    }

    @Test("what is written counts, not what was read: blanks and needless escapes are free")
    func compact() throws {
        let text = "{ \"p\" : \"" + String(repeating: "\\u0078", count: 992) + "\" }\n\n"
        #expect(try CustomClaims(parsing: [UInt8](text.utf8)).object.compactBytes.count == 1000)
    }

    @Test("escapes that must be written count as they are written")
    func escapes() throws {
        var object = JSONObject()
        object["p"] = .string(String(repeating: "\"", count: 496))
        #expect(try CustomClaims(object).object.compactBytes.count == 1000)
        object["p"] = .string(String(repeating: "\"", count: 497))
        #expect(throws: CustomTokenError(.claimsTooLarge, "")) { try CustomClaims(object) }
    }

    @Test(
        "the limit is the caller's",
        arguments: [(20, 20, true), (20, 21, false), (5000, 5000, true), (5000, 5001, false)])
    func otherLimits(_ limit: Int, _ bytes: Int, _ isAccepted: Bool) throws {
        let outcome = Result { try CustomClaims(object(bytes: bytes), maximumBytes: limit) }
        switch outcome {
        case .success: #expect(isAccepted)
        case .failure(let error): #expect(!isAccepted && (error as? CustomTokenError)?.code == .claimsTooLarge)
        }
    }

    @Test("a limit of nothing lets no claims through but empty ones", arguments: [0, -1])
    func noRoom(_ limit: Int) throws {
        #expect(throws: CustomTokenError(.claimsTooLarge, "")) {
            try CustomClaims(object(bytes: 9), maximumBytes: limit)
        }
        #expect(try CustomClaims(JSONObject(), maximumBytes: 0) == .none)
    }

    @Test("text beyond 1 MiB is refused before it is read")
    func hugeText() {
        let text = [UInt8](repeating: 0x20, count: (1 << 20) - 1) + Array("{}".utf8)
        #expect(throws: CustomTokenError(.claimsInvalid, "")) { try CustomClaims(parsing: text) }
    }
}
