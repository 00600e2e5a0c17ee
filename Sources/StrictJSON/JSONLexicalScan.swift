/// One pass over the text before jansson reads it, for the two things jansson does not tell:
/// how deep the text nests, and how its numbers were written.
///
/// It decides nothing about the grammar. On a text that jansson then refuses, what it found is thrown away.
struct JSONLexicalScan {
    /// Where the numbers stand, in the order of the text.
    private(set) var numbers: [Range<Int>] = []

    init(_ bytes: [UInt8], maximumDepth: Int) throws(JSONError) {
        var depth = 0
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                index = Self.endOfString(in: bytes, from: index + 1)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                guard depth <= maximumDepth else { throw JSONError(.tooDeep) }
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                index += 1
            case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
                let start = index
                index = Self.end(in: bytes, from: index + 1, of: Self.isNumberByte)
                numbers.append(start..<index)
            case UInt8(ascii: "a")...UInt8(ascii: "z"):
                // `true`, `false`, `null`: the e in them begins no number.
                index = Self.end(in: bytes, from: index + 1) { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
            default:
                index += 1
            }
        }
    }

    private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
        var index = start
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""): return index + 1
            case UInt8(ascii: "\\"): index += 2
            default: index += 1
            }
        }
        return bytes.count
    }

    private static func end(in bytes: [UInt8], from start: Int, of belongs: (UInt8) -> Bool) -> Int {
        var index = start
        while index < bytes.count, belongs(bytes[index]) { index += 1 }
        return index
    }

    private static func isNumberByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"),
            UInt8(ascii: "+"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
