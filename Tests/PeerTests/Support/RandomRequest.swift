import Foundation
import TestSupport

/// What a token is to say, by chance.
///
/// The claims are JSON text that our own writer has not touched.
struct RandomRequest {
    let uid: String
    let claims: String?
    let tenant: String?
    let seconds: Int64
    let issuedAt: Int64

    private static let characters =
        Array("aZ09 .:/@+-_\"\\'<&{}[]").map(String.init) + [
            "é", "e\u{301}", "ß", "日", "本", "\u{AD}", "\u{2028}", "\u{200D}", "😀", "👩‍👩‍👧", "\u{10FFFD}", "\u{FEFF}",
        ]
    private static let escapes = [
        #"\""#, #"\\"#, #"\/"#, #"\b"#, #"\f"#, #"\n"#, #"\r"#, #"\t"#, #"\u0001"#, #"\u001F"#, #"\u00e9"#, #"\u2028"#,
        #"\uD83D\uDE00"#, #"\u0041"#, #"\u007f"#,
    ]
    private static let numbers = [
        "0", "-0", "1", "-1", "9007199254740993", "-9007199254740993", "9223372036854775807", "-9223372036854775808",
        "1.10", "-0.0", "0.1", "3.141592653589793238462643383279", "1e5", "1E-7", "-2.5e+10", "1e308",
        "123456789.987654321",
    ]

    init(using generator: inout SeededGenerator) {
        var uid = ""
        let length = Int.random(in: 1...128, using: &generator)
        while let next = Self.characters.randomElement(using: &generator), uid.utf8.count + next.utf8.count <= length {
            uid += next
        }
        self.uid = uid.isEmpty ? "u" : uid
        claims = Int.random(in: 0..<10, using: &generator) == 0 ? nil : Self.object(depth: 0, using: &generator)
        tenant = Bool.random(using: &generator) ? nil : "tenant-\(Int.random(in: 0...99999, using: &generator))"
        seconds = Int64.random(in: 1...3600, using: &generator)
        issuedAt = Int64.random(in: 0...4_102_444_800, using: &generator)
    }

    private static func object(depth: Int, using generator: inout SeededGenerator) -> String {
        let members = (0..<Int.random(in: 0...4, using: &generator)).map { index in
            "\(string("\(index)", using: &generator))\(blank(using: &generator)):\(value(depth: depth + 1, using: &generator))"
        }
        return "{\(blank(using: &generator))\(members.joined(separator: ","))}"
    }

    private static func value(depth: Int, using generator: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<(depth < 4 ? 8 : 6), using: &generator) {
        case 0: ["true", "false", "null"].randomElement(using: &generator) ?? "null"
        case 1: String(Int64.random(in: .min ... .max, using: &generator))
        case 2, 3: numbers.randomElement(using: &generator) ?? "0"
        case 4, 5: string("", using: &generator)
        case 6: object(depth: depth, using: &generator)
        default:
            "["
                + (0..<Int.random(in: 0...3, using: &generator)).map { _ in value(depth: depth + 1, using: &generator) }
                .joined(separator: ",") + "]"
        }
    }

    private static func string(_ beginning: String, using generator: inout SeededGenerator) -> String {
        let raw = characters.filter { $0 != "\"" && $0 != "\\" }
        let parts = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
            (raw + escapes).randomElement(using: &generator) ?? "x"
        }
        return "\"\(beginning)\(parts.joined())\""
    }

    private static func blank(using generator: inout SeededGenerator) -> String {
        ["", "", " ", "\n\t"].randomElement(using: &generator) ?? ""
    }
}
