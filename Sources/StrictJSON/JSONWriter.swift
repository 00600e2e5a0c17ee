extension JSONValue {
    /// The value as compact UTF-8 JSON: no blanks, members in their order, `/` and non-ASCII characters as they are.
    public var compactBytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(likelySize)
        append(to: &bytes)
        return bytes
    }

    /// About how many bytes the value takes, so that the room for them is made once.
    private var likelySize: Int {
        switch self {
        case .null, .bool: 5
        case .integer, .decimal: 20
        case .string(let value): value.utf8.count + 2
        case .array(let elements): elements.reduce(2) { $0 + $1.likelySize + 1 }
        case .object(let object): object.members.reduce(2) { $0 + $1.name.utf8.count + 4 + $1.value.likelySize }
        }
    }

    /// The value as compact JSON text.
    public var compactText: String {
        String(decoding: compactBytes, as: UTF8.self)
    }

    /// Appends the value as compact UTF-8 JSON.
    package func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: value ? "true".utf8 : "false".utf8)
        case .integer(let value): bytes.append(contentsOf: String(value).utf8)
        case .decimal(let value): bytes.append(contentsOf: value.text.utf8)
        case .string(let value): bytes.appendJSONString(value)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object): object.append(to: &bytes)
        }
    }
}

extension JSONObject {
    /// The object as compact UTF-8 JSON.
    public var compactBytes: [UInt8] {
        JSONValue.object(self).compactBytes
    }

    /// Appends the object as compact UTF-8 JSON.
    package func append(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes.appendJSONString(member.name)
            bytes.append(UInt8(ascii: ":"))
            member.value.append(to: &bytes)
        }
        bytes.append(UInt8(ascii: "}"))
    }
}

extension [UInt8] {
    /// Appends a JSON string with its quotes; escaped is only what RFC 8259, section 7, demands.
    package mutating func appendJSONString(_ string: String) {
        append(UInt8(ascii: "\""))
        if Self.isPlain(string.utf8.span) {
            append(contentsOf: string.utf8)
        } else {
            for byte in string.utf8 { appendEscaped(byte) }
        }
        append(UInt8(ascii: "\""))
    }

    /// Whether nothing must be escaped.
    private static func isPlain(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices {
            let byte = bytes[index]
            if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return false }
        }
        return true
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append(contentsOf: #"\""#.utf8)
        case UInt8(ascii: "\\"): append(contentsOf: #"\\"#.utf8)
        case 0x08: append(contentsOf: #"\b"#.utf8)
        case 0x09: append(contentsOf: #"\t"#.utf8)
        case 0x0A: append(contentsOf: #"\n"#.utf8)
        case 0x0C: append(contentsOf: #"\f"#.utf8)
        case 0x0D: append(contentsOf: #"\r"#.utf8)
        case 0..<0x20:
            append(contentsOf: byte < 0x10 ? #"\u000"#.utf8 : #"\u00"#.utf8)
            append(contentsOf: String(byte, radix: 16).utf8)
        default: append(byte)
        }
    }
}
