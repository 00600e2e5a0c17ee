import HTTPServer
import StrictJSON

/// Reads one field value by the grammar of RFC 7239, section 4.
struct ForwardedScanner: Sendable {
    private let bytes: [UInt8]
    private var position = 0

    init(_ value: String) {
        bytes = [UInt8](value.utf8)
    }

    /// The elements in their order; nil where the value breaks the grammar.
    mutating func hops() -> [ForwardedHeader.Hop]? {
        var hops: [ForwardedHeader.Hop] = []
        while true {
            skipBlanks()
            guard let hop = element() else { return nil }
            hops.append(hop)
            skipBlanks()
            if position == bytes.count { return hops }
            guard take(UInt8(ascii: ",")) else { return nil }
        }
    }

    private mutating func element() -> ForwardedHeader.Hop? {
        var hop = ForwardedHeader.Hop()
        var names: Set<String> = []
        repeat {
            guard let name = token()?.lowercased(), names.insert(name).inserted, take(UInt8(ascii: "=")),
                let value = value()
            else { return nil }
            switch name {
            case "for": hop.address = HopAddress.parse(Substring(value).utf8)
            case "proto":
                guard let scheme = ForwardedHeader.scheme(value) else { return nil }
                hop.scheme = scheme
            default: break
            }
        } while take(UInt8(ascii: ";"))
        return hop
    }

    private mutating func value() -> String? {
        guard take(UInt8(ascii: "\"")) else { return token() }
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") {
                guard position < bytes.count else { return nil }
                text.append(bytes[position])
                position += 1
            } else {
                text.append(byte)
            }
        }
        return nil
    }

    private mutating func token() -> String? {
        let start = position
        while position < bytes.count, Self.isTokenByte(bytes[position]) { position += 1 }
        return position > start ? String(decoding: bytes[start..<position], as: UTF8.self) : nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard position < bytes.count, bytes[position] == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while position < bytes.count, bytes[position] == 0x20 || bytes[position] == 0x09 { position += 1 }
    }

    /// The characters of a token (RFC 9110, section 5.6.2).
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
