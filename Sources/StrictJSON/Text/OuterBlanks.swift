/// What editors, shells and secret stores leave around a text.
package enum OuterBlanks: Sendable {
    /// The text without blanks and line breaks of ASCII around it, without one byte order mark before it, and without
    /// one pair of quotes around the whole.
    package static func trimmed(_ text: [UInt8]) -> [UInt8] {
        var slice = text[...]
        if slice.starts(with: [0xEF, 0xBB, 0xBF]) { slice = slice.dropFirst(3) }
        slice = trimmedBlanks(slice)
        if let first = slice.first, first == slice.last, slice.count > 1,
            first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
        {
            slice = trimmedBlanks(slice.dropFirst().dropLast())
        }
        return [UInt8](slice)
    }

    private static func trimmedBlanks(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) })
        else { return [] }
        return text[first...last]
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || 0x09...0x0D ~= byte
    }
}
