import StrictJSON

/// Whether a `Content-Type` says that a body is a form in UTF-8.
enum FormMediaType: Sendable {
    private static let name = "application/x-www-form-urlencoded"

    /// Whether a value is `application/x-www-form-urlencoded`, with at most a `charset` that is UTF-8.
    ///
    /// - Parameter value: The value of the field.
    /// - Returns: Whether it is.
    static func isForm(_ value: String) -> Bool {
        if value.hasSameBytes(as: name) { return true }
        let parts = value.utf8.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { lowercased($0) }
        guard parts.count <= 2, parts[0] == [UInt8](name.utf8) else { return false }
        guard parts.count == 2 else { return true }
        return ["charset=utf-8", #"charset="utf-8""#].contains { [UInt8]($0.utf8) == parts[1] }
    }

    /// A part without the blanks around it, its letters of ASCII small.
    private static func lowercased(_ part: Substring.UTF8View.SubSequence) -> [UInt8] {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let trimmed = part.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        return trimmed.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
    }
}
