/// The numbers of an RSA private key in PKCS#1 (RFC 8017, appendix A.1.2), to be changed one by one.
struct RSANumbers {
    enum Name: Int, CaseIterable {
        case version
        case modulus
        case publicExponent
        case privateExponent
        case prime1
        case prime2
        case exponent1
        case exponent2
        case coefficient
    }

    private struct Unreadable: Error {}

    private var integers: [[UInt8]]

    /// Reads the structure out of PKCS#8.
    init(pkcs8 der: [UInt8]) throws {
        var outer = try Self.content(der[...], tag: 0x30).content
        outer = try Self.content(outer, tag: 0x02).rest
        outer = try Self.content(outer, tag: 0x30).rest
        let wrapped = try Self.content(outer, tag: 0x04).content
        var numbers = try Self.content(wrapped, tag: 0x30).content
        integers = []
        while !numbers.isEmpty {
            let (content, rest) = try Self.content(numbers, tag: 0x02)
            integers.append([UInt8](content))
            numbers = rest
        }
        guard integers.count == Name.allCases.count else { throw Unreadable() }
    }

    /// The number's bytes, with the zero that keeps it positive.
    subscript(name: Name) -> [UInt8] {
        get { integers[name.rawValue] }
        set { integers[name.rawValue] = newValue }
    }

    /// The structure again: PKCS#1.
    var pkcs1: [UInt8] {
        Self.element(0x30, integers.flatMap { Self.element(0x02, $0) })
    }

    private static func content(
        _ der: ArraySlice<UInt8>, tag: UInt8
    ) throws -> (content: ArraySlice<UInt8>, rest: ArraySlice<UInt8>) {
        guard der.count >= 2, der.first == tag else { throw Unreadable() }
        let first = der[der.startIndex + 1]
        let lengthBytes = first < 0x80 ? 0 : Int(first & 0x7F)
        let start = der.startIndex + 2 + lengthBytes
        guard start <= der.endIndex else { throw Unreadable() }
        let count = lengthBytes == 0 ? Int(first) : der[der.startIndex + 2..<start].reduce(0) { $0 << 8 | Int($1) }
        guard start + count <= der.endIndex else { throw Unreadable() }
        return (der[start..<start + count], der[(start + count)...])
    }

    private static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        switch count {
        case ..<0x80: return [tag, UInt8(count)] + content
        case ..<0x100: return [tag, 0x81, UInt8(count)] + content
        default: return [tag, 0x82, UInt8(count >> 8), UInt8(count & 0xFF)] + content
        }
    }
}
