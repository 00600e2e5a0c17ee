import StrictJSON

/// The attributes of a URI of PKCS#11 (RFC 7512, section 2.3), no name twice and none that is not known.
struct PKCS11Attributes: Sendable {
    private static let pathNames = [
        "token", "manufacturer", "model", "serial", "slot-id", "object", "id", "type", "library-manufacturer",
        "library-description", "library-version", "slot-manufacturer", "slot-description",
    ]
    private static let queryNames = ["pin-source", "pin-value", "module-path", "module-name"]
    /// What would be skipped rather than looked at, so it must not be there.
    private static let ignoredNames = [
        "library-manufacturer", "library-description", "library-version", "slot-manufacturer", "slot-description",
        "module-name",
    ]
    private static let maximumBytes = 4096

    private var values: [(name: String, value: [UInt8])] = []

    init(_ text: String) throws(HardwareKeyError) {
        guard text.utf8.count <= Self.maximumBytes else { throw .uri("it is longer than \(Self.maximumBytes) bytes") }
        guard text.prefix(7).lowercased() == "pkcs11:" else {
            throw .uri("it does not begin with pkcs11:", hint: "write it like pkcs11:token=LABEL;object=LABEL")
        }
        let rest = text.dropFirst(7).utf8
        let question = rest.firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
        try take(rest[..<question], separator: UInt8(ascii: ";"), Self.pathNames)
        try take(rest[question...].dropFirst(), separator: UInt8(ascii: "&"), Self.queryNames)
    }

    private mutating func take(
        _ part: Substring.UTF8View.SubSequence, separator: UInt8, _ names: [String]
    ) throws(HardwareKeyError) {
        for piece in part.split(separator: separator) {
            guard let equals = piece.firstIndex(of: UInt8(ascii: "=")) else {
                throw .uri("an attribute of it has no value")
            }
            let name = String(decoding: piece[..<equals], as: UTF8.self)
            try check(name, names)
            guard let value = Self.decoded(piece[equals...].dropFirst()) else {
                throw .uri("\(name) has a character or escape that does not belong there")
            }
            values.append((name, value))
        }
    }

    private func check(_ name: String, _ names: [String]) throws(HardwareKeyError) {
        guard !name.hasSameBytes(as: "pin-value") else {
            throw .uri(
                "it holds the PIN itself (pin-value), and configurations and process lists are read by others",
                hint: "put the PIN into a file of mode 600 and write pin-source=file:/path/of/the/pin")
        }
        guard names.contains(where: { $0.hasSameBytes(as: name) }) else {
            let nearest = Spelling.nearest(to: name, among: names).map { "; is \($0) meant?" } ?? ""
            throw .uri("the attribute \(name.argumentExcerpt) is not known there\(nearest)")
        }
        guard !Self.ignoredNames.contains(where: { $0.hasSameBytes(as: name) }) else {
            throw .uri("the attribute \(name) is not looked at here", hint: "leave it out, and name the token itself")
        }
        guard !values.contains(where: { $0.name.hasSameBytes(as: name) }) else {
            throw .uri("it has the attribute \(name) twice")
        }
    }

    /// The bytes of a value, in which a plus is a plus; nil where an escape or a character is malformed.
    private static func decoded(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var rest = text.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(digit), let low = rest.next().flatMap(digit) else { return nil }
                bytes.append(high << 4 | low)
            case 0x21...0x7E: bytes.append(byte)
            default: return nil
            }
        }
        return bytes
    }

    private static func digit(_ character: UInt8) -> UInt8? {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// The bytes of an attribute; nil where it is missing or empty.
    func bytes(_ name: String) -> [UInt8]? {
        values.first { $0.name.hasSameBytes(as: name) && !$0.value.isEmpty }?.value
    }

    /// The text of an attribute; nil where it is missing or empty.
    func text(_ name: String) throws(HardwareKeyError) -> String? {
        guard let bytes = bytes(name) else { return nil }
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            throw .uri("\(name) is not UTF-8")
        }
        return text
    }

    /// The number of an attribute; nil where it is missing or empty.
    func number(_ name: String) throws(HardwareKeyError) -> UInt? {
        guard let text = try text(name) else { return nil }
        guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = UInt(text) else {
            throw .uri("\(name) is no number")
        }
        return number
    }
}
