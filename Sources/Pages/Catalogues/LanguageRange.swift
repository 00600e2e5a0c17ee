/// One item of `Accept-Language`.
struct LanguageRange: Sendable, Equatable {
    /// The first subtag in lower case, or `*`.
    let primary: String
    /// Whether the range is its first subtag alone.
    let isWhole: Bool
    /// The weight in thousandths.
    let weight: Int

    /// The well-formed items of a field, in their order.
    ///
    /// - Parameter field: The value; of it at most 2048 bytes and 64 items are read.
    /// - Returns: The items that are well-formed.
    static func ranges(of field: String) -> [LanguageRange] {
        let bytes = Array(field.utf8.prefix(2048))
        var items = bytes.split(separator: UInt8(ascii: ","), maxSplits: 64)
        // What is cut off might have had another weight.
        if bytes.count == 2048 || items.count > 64 { _ = items.popLast() }
        return items.compactMap { LanguageRange($0) }
    }

    private init?(_ item: ArraySlice<UInt8>) {
        let parts = item.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map(Self.trimmed)
        guard let range = parts.first, parts.count <= 2 else { return nil }
        let subtags = range.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = subtags.first, subtags.allSatisfy({ 1...8 ~= $0.count }) else { return nil }
        let isWildcard = range.elementsEqual("*".utf8)
        guard
            isWildcard
                || first.allSatisfy(Self.isLetter)
                    && subtags.dropFirst().allSatisfy({ $0.allSatisfy(AddressBytes.isAlphanumeric) })
        else { return nil }
        guard let weight = parts.count == 2 ? Self.weight(parts[1]) : 1000 else { return nil }
        primary = String(decoding: first.map { isWildcard ? $0 : $0 | 0x20 }, as: UTF8.self)
        isWhole = subtags.count == 1
        self.weight = weight
    }

    /// The weight of `q=0.8` in thousandths (RFC 9110, section 12.4.2).
    private static func weight(_ parameter: ArraySlice<UInt8>) -> Int? {
        let bytes = Array(parameter)
        guard bytes.count >= 3, bytes[0] | 0x20 == UInt8(ascii: "q"), bytes[1] == UInt8(ascii: "="),
            bytes[2] == UInt8(ascii: "0") || bytes[2] == UInt8(ascii: "1")
        else { return nil }
        let whole = Int(bytes[2] - 0x30) * 1000
        guard bytes.count > 3 else { return whole }
        let digits = bytes[4...]
        guard bytes[3] == UInt8(ascii: "."), digits.count <= 3, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else {
            return nil
        }
        let thousandths = (Array(digits) + [0x30, 0x30, 0x30]).prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return whole + thousandths <= 1000 ? whole + thousandths : nil
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        guard let first = bytes.firstIndex(where: { !isBlank($0) }), let last = bytes.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return bytes[first...last]
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte | 0x20
    }
}
