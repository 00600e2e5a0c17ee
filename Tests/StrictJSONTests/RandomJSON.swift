import StrictJSON
import TestSupport

/// Makes JSON values of every kind, with the awkward ones among them.
enum RandomJSON {
    static func value(depth: Int, using random: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0...(depth > 0 ? 7 : 5), using: &random) {
        case 0: .null
        case 1: .bool(Bool.random(using: &random))
        case 2: .integer(integer(using: &random))
        case 3: decimal(using: &random)
        case 4, 5: .string(string(using: &random))
        case 6: .array(array(depth: depth - 1, using: &random))
        default: .object(object(depth: depth - 1, using: &random))
        }
    }

    private static func integer(using random: inout SeededGenerator) -> Int64 {
        let awkward: [Int64] = [0, 1, -1, .max, .min, 9_007_199_254_740_993]
        let other = Int64(bitPattern: random.next()) >> Int64.random(in: 0..<64, using: &random)
        return Bool.random(using: &random) ? other : awkward.randomElement(using: &random) ?? other
    }

    /// A decimal can be made by parsing only.
    private static func decimal(using random: inout SeededGenerator) -> JSONValue {
        let texts = ["1.10", "-0", "0.0", "1e3", "1E-30", "-2.50e+10", "1.7976931348623157e308", "123456789.000"]
        let text = texts.randomElement(using: &random) ?? "-0"
        return (try? parsed(text)) ?? .null
    }

    private static func string(using random: inout SeededGenerator) -> String {
        let characters: [String] = [
            "a", "Z", "0", " ", "\"", "\\", "/", "\n", "\r", "\t", "\u{1}", "\u{1F}", "\u{7F}", "\u{E9}", "e\u{301}",
            "\u{20AC}", "\u{1F600}", "\u{2028}", "\u{FFFF}", "\u{10FFFF}", "{", "[", "1", "-", "e", "\\u0061",
        ]
        var text = ""
        for _ in 0..<Int.random(in: 0...12, using: &random) { text += characters.randomElement(using: &random) ?? "" }
        return text
    }

    private static func array(depth: Int, using random: inout SeededGenerator) -> [JSONValue] {
        var elements: [JSONValue] = []
        for _ in 0..<Int.random(in: 0...4, using: &random) { elements.append(value(depth: depth, using: &random)) }
        return elements
    }

    private static func object(depth: Int, using random: inout SeededGenerator) -> JSONObject {
        var object = JSONObject()
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            object[string(using: &random)] = value(depth: depth, using: &random)
        }
        return object
    }
}
