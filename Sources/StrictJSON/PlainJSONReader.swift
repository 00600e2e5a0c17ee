/// Reads plain JSON texts, such as the payloads of tokens, at a seventh of what jansson takes.
///
/// It decides nothing that could be in doubt: what it does not read is jansson's to read or to refuse. That is every text
/// with an escape, a fraction, an exponent, a long number or names that might repeat, and every text with a fault.
struct PlainJSONReader {
    private let bytes: [UInt8]
    private let maximumDepth: Int
    private var index = 0

    /// The value of a plain text; nil where jansson must decide.
    static func value(in bytes: [UInt8], maximumDepth: Int) -> JSONValue? {
        var reader = PlainJSONReader(bytes: bytes, maximumDepth: maximumDepth)
        guard let value = reader.value(depth: 0), reader.next() == nil else { return nil }
        return value
    }

    private init(bytes: [UInt8], maximumDepth: Int) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    /// The next byte that is no blank, which is not passed; nil at the end.
    private mutating func next() -> UInt8? {
        while index < bytes.count {
            let byte = bytes[index]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            index += 1
        }
        return nil
    }

    /// Passes a byte if it is the next that is no blank.
    private mutating func pass(_ byte: UInt8) -> Bool {
        guard next() == byte else { return false }
        index += 1
        return true
    }

    private mutating func value(depth: Int) -> JSONValue? {
        switch next() {
        case UInt8(ascii: "\"")?: return string().map { .string($0) }
        case UInt8(ascii: "{")?: return object(depth: depth + 1).map { .object($0) }
        case UInt8(ascii: "[")?: return array(depth: depth + 1).map { .array($0) }
        case UInt8(ascii: "t")?: return pass("true") ? .bool(true) : nil
        case UInt8(ascii: "f")?: return pass("false") ? .bool(false) : nil
        case UInt8(ascii: "n")?: return pass("null") ? .null : nil
        default: return integer().map { .integer($0) }
        }
    }

    private mutating func object(depth: Int) -> JSONObject? {
        guard depth <= maximumDepth, pass(UInt8(ascii: "{")) else { return nil }
        var members: [JSONObject.Member] = []
        if pass(UInt8(ascii: "}")) { return JSONObject(uniqueMembers: members) }
        var hashes = NameHashes()
        members.reserveCapacity(16)
        repeat {
            guard next() == UInt8(ascii: "\"") else { return nil }
            let start = index
            guard let name = string(), hashes.insert(bytes[start..<index]), pass(UInt8(ascii: ":")),
                let value = value(depth: depth)
            else { return nil }
            members.append(JSONObject.Member(name: name, value: value))
        } while pass(UInt8(ascii: ","))
        return pass(UInt8(ascii: "}")) ? JSONObject(uniqueMembers: members) : nil
    }

    private mutating func array(depth: Int) -> [JSONValue]? {
        guard depth <= maximumDepth, pass(UInt8(ascii: "[")) else { return nil }
        var elements: [JSONValue] = []
        if pass(UInt8(ascii: "]")) { return elements }
        repeat {
            guard let value = value(depth: depth) else { return nil }
            elements.append(value)
        } while pass(UInt8(ascii: ","))
        return pass(UInt8(ascii: "]")) ? elements : nil
    }

    /// A string that says what it means: valid UTF-8 without escapes and control characters.
    private mutating func string() -> String? {
        let start = index + 1
        guard let (end, isASCII) = endOfString(from: start) else { return nil }
        index = end + 1
        // Validating is slow, and needless where all is ASCII.
        return isASCII
            ? String(decoding: bytes[start..<end], as: UTF8.self)
            : String(validating: bytes[start..<end], as: UTF8.self)
    }

    /// Looks for the quote, eight bytes at a time; nil where an escape or a control character comes first.
    private func endOfString(from start: Int) -> (end: Int, isASCII: Bool)? {
        unsafe bytes.withUnsafeBytes { bytes in
            var end = start
            var isASCII = true
            while end < bytes.count {
                if end + 8 <= bytes.count {
                    let word = unsafe bytes.loadUnaligned(fromByteOffset: end, as: UInt64.self)
                    let plain = Self.plainPrefix(UInt64(littleEndian: word))
                    end += plain
                    if plain == 8 { continue }
                }
                let byte = unsafe bytes[end]
                if byte == UInt8(ascii: "\"") { return (end, isASCII) }
                guard byte >= 0x20, byte != UInt8(ascii: "\\") else { return nil }
                if byte >= 0x80 { isASCII = false }
                end += 1
            }
            return nil
        }
    }

    /// How many of eight bytes, from the lowest, are ASCII and neither quote, backslash nor control character.
    private static func plainPrefix(_ word: UInt64) -> Int {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs = ones << 7
        // Subtracting borrows from higher bytes only: the lowest mark is always right.
        func marks(_ word: UInt64, below limit: UInt64) -> UInt64 { (word &- ones &* limit) & ~word & highs }
        let quotes = marks(word ^ ones &* UInt64(UInt8(ascii: "\"")), below: 1)
        let backslashes = marks(word ^ ones &* UInt64(UInt8(ascii: "\\")), below: 1)
        return (quotes | backslashes | marks(word, below: 0x20) | word & highs).trailingZeroBitCount / 8
    }

    /// An integer of at most 18 digits, which fits whatever they are.
    private mutating func integer() -> Int64? {
        let isNegative = pass(UInt8(ascii: "-"))
        let start = index
        var value: Int64 = 0
        while index < bytes.count, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index] {
            guard index - start < 18 else { return nil }
            value = value * 10 + Int64(bytes[index] - UInt8(ascii: "0"))
            index += 1
        }
        // -0 keeps its sign as a decimal, and 01 is no number.
        guard index > start, bytes[start] != UInt8(ascii: "0") || (index - start == 1 && !isNegative) else {
            return nil
        }
        guard index == bytes.count || !Self.continuesNumber(bytes[index]) else { return nil }
        return isNegative ? -value : value
    }

    private static func continuesNumber(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E")
    }

    private mutating func pass(_ word: StaticString) -> Bool {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count else { return false }
        let isSame = word.withUTF8Buffer { unsafe bytes[index..<end].elementsEqual($0) }
        if isSame { index = end }
        return isSame
    }
}

/// The hashes of the names in one object.
///
/// Two equal names have equal hashes, and so may two others: then jansson, which compares names, decides.
private struct NameHashes {
    private static let most = 64
    private var hashes: [UInt64] = []

    init() {
        hashes.reserveCapacity(16)
    }

    /// Adds a name; false where it may have been there, or where there are too many to be compared in turn.
    mutating func insert(_ name: ArraySlice<UInt8>) -> Bool {
        // FNV-1a.
        let hash = name.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        guard hashes.count < Self.most, !hashes.contains(hash) else { return false }
        hashes.append(hash)
        return true
    }
}
