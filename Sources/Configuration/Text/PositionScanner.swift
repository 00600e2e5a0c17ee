import StrictJSON

/// Finds where the values of a strict JSON text stand, and which members are repeated.
///
/// It need not be right about texts that are no JSON: jansson refuses them.
struct PositionScanner {
    /// The deepest nesting, as of every document.
    static let maximumDepth = JSONLimits.document.maximumDepth

    private let bytes: [UInt8]
    private var index = 0
    private(set) var repeated: [RepeatedMember] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Finds the places of the whole text.
    ///
    /// - Returns: The places; nil where the text is no JSON.
    /// - Throws: `TextFault` for a text that nests too deep.
    mutating func tree() throws(TextFault) -> PositionTree? {
        try value(.root, depth: 1)
    }

    private mutating func value(_ path: ConfigurationPath, depth: Int) throws(TextFault) -> PositionTree? {
        skipBlanks()
        guard index < bytes.count else { return nil }
        let offset = index
        switch bytes[index] {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            guard depth <= Self.maximumDepth else {
                throw TextFault(offset: index, message: "this nests deeper than \(Self.maximumDepth) levels")
            }
            let isObject = bytes[index] == UInt8(ascii: "{")
            index += 1
            let content = isObject ? try object(path, depth: depth) : try array(path, depth: depth)
            return content.map { PositionTree(offset: offset, content: $0) }
        case UInt8(ascii: "\""):
            return name() == nil ? nil : PositionTree(offset: offset, content: .scalar)
        default:
            while index < bytes.count, !",:]}\" \t\r\n".utf8.contains(bytes[index]) { index += 1 }
            return index > offset ? PositionTree(offset: offset, content: .scalar) : nil
        }
    }

    private mutating func array(_ path: ConfigurationPath, depth: Int) throws(TextFault) -> PositionTree.Content? {
        var elements: [PositionTree] = []
        if take(UInt8(ascii: "]")) { return .array(elements) }
        while true {
            guard let element = try value(path.element(elements.count), depth: depth + 1) else { return nil }
            elements.append(element)
            if take(UInt8(ascii: "]")) { return .array(elements) }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
    }

    private mutating func object(_ path: ConfigurationPath, depth: Int) throws(TextFault) -> PositionTree.Content? {
        var members: [PositionTree.Member] = []
        var offsets: [[UInt8]: Int] = [:]
        if take(UInt8(ascii: "}")) { return .object(members) }
        var start = index
        while true {
            skipBlanks()
            let nameOffset = index
            guard index < bytes.count, bytes[index] == UInt8(ascii: "\""), let name = name(),
                take(UInt8(ascii: ":"))
            else { return nil }
            let memberPath = path.member(name)
            guard let value = try value(memberPath, depth: depth + 1) else { return nil }
            if let first = offsets[Array(name.utf8)] {
                repeated.append(
                    RepeatedMember(
                        path: memberPath, firstOffset: first, nameOffset: nameOffset, range: start..<index))
            } else {
                offsets[Array(name.utf8)] = nameOffset
                members.append(PositionTree.Member(nameOffset: nameOffset, value: value))
            }
            if take(UInt8(ascii: "}")) { return .object(members) }
            start = index
            guard take(UInt8(ascii: ",")) else { return nil }
        }
    }

    /// Reads a string; its escapes are resolved by the parser that resolves them in the document, too.
    private mutating func name() -> String? {
        let start = index
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < bytes.count else { return nil }
        index += 1
        return (try? JSONValue(parsing: Array(bytes[start..<index]), limits: .document))?.string
    }

    private mutating func skipBlanks() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard index < bytes.count, bytes[index] == byte else { return false }
        index += 1
        return true
    }
}
