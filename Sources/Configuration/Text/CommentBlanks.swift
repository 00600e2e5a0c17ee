/// Turns JSON with comments and trailing commas into strict JSON (RFC 8259) of the same length: what is no JSON becomes
/// blanks, so that every place stays where it was.
struct CommentBlanks {
    private(set) var bytes: [UInt8]
    /// The last byte before the current one that is neither blank nor comment, and the one before that.
    private var last: (byte: UInt8, index: Int)?
    private var beforeLast: UInt8?

    private static let blank = UInt8(ascii: " ")

    /// - Throws: `TextFault` for a comment without end.
    static func strictText(of text: [UInt8]) throws(TextFault) -> [UInt8] {
        var blanks = CommentBlanks(bytes: text)
        try blanks.run()
        return blanks.bytes
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func run() throws(TextFault) {
        // Editors on Windows put a byte order mark before the text.
        var index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        for mark in 0..<index { bytes[mark] = Self.blank }
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                note(index)
                index = endOfString(from: index + 1)
            case UInt8(ascii: "/") where follows(index, UInt8(ascii: "/")): index = blankLine(from: index)
            case UInt8(ascii: "/") where follows(index, UInt8(ascii: "*")): index = try blankBlock(from: index)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                blankTrailingComma()
                note(index)
                index += 1
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default:
                note(index)
                index += 1
            }
        }
    }

    private mutating func note(_ index: Int) {
        beforeLast = last?.byte
        last = (bytes[index], index)
    }

    private func follows(_ index: Int, _ byte: UInt8) -> Bool {
        index + 1 < bytes.count && bytes[index + 1] == byte
    }

    private func endOfString(from start: Int) -> Int {
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

    private mutating func blankLine(from start: Int) -> Int {
        var index = start
        while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D {
            bytes[index] = Self.blank
            index += 1
        }
        return index
    }

    private mutating func blankBlock(from start: Int) throws(TextFault) -> Int {
        var index = start + 2
        while !(index < bytes.count && bytes[index] == UInt8(ascii: "*") && follows(index, UInt8(ascii: "/"))) {
            guard index < bytes.count else {
                throw TextFault(offset: start, message: "a comment begins here and has no end", hint: "end it with */")
            }
            index += 1
        }
        let end = index + 2
        // Line breaks stay, so that lines count as before.
        for index in start..<end where bytes[index] != 0x0A && bytes[index] != 0x0D { bytes[index] = Self.blank }
        return end
    }

    /// A comma before a closing bracket goes, but only one that stands after a value.
    private mutating func blankTrailingComma() {
        guard let comma = last, comma.byte == UInt8(ascii: ","), let before = beforeLast,
            !"[{,:".utf8.contains(before)
        else { return }
        bytes[comma.index] = Self.blank
    }
}
