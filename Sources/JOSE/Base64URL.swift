/// Base64url without padding (RFC 7515, section 2), so strict that a value has exactly one spelling.
public enum Base64URL: Sendable {
    /// The text that stands for some bytes.
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        append(bytes, to: &text)
        return String(decoding: text, as: UTF8.self)
    }

    /// Appends the text that stands for some bytes.
    package static func append(_ bytes: some Collection<UInt8>, to text: inout [UInt8]) {
        // Callers in other modules get this function unspecialised: the loop over bytes must not be in it.
        let contiguous = bytes.withContiguousStorageIfAvailable { unsafe Self.encoded($0) }
        text.append(contentsOf: contiguous ?? encode(contiguous: [UInt8](bytes)))
    }

    private static func encode(contiguous bytes: [UInt8]) -> [UInt8] {
        unsafe bytes.withUnsafeBufferPointer { unsafe encoded($0) }
    }

    private static func encoded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        let whole = bytes.count / 3 * 3
        return unsafe [UInt8](unsafeUninitializedCapacity: (bytes.count * 4 + 2) / 3) { text, count in
            unsafe alphabet.withUnsafeBufferPointer { alphabet in
                for index in stride(from: 0, to: whole, by: 3) {
                    let group = unsafe Int(bytes[index]) << 16 | Int(bytes[index + 1]) << 8 | Int(bytes[index + 2])
                    unsafe text[count] = unsafe alphabet[group >> 18]
                    unsafe text[count + 1] = unsafe alphabet[group >> 12 & 63]
                    unsafe text[count + 2] = unsafe alphabet[group >> 6 & 63]
                    unsafe text[count + 3] = unsafe alphabet[group & 63]
                    count += 4
                }
                switch bytes.count - whole {
                case 1:
                    let group = unsafe Int(bytes[whole]) << 4
                    unsafe text[count] = unsafe alphabet[group >> 6]
                    unsafe text[count + 1] = unsafe alphabet[group & 63]
                    count += 2
                case 2:
                    let group = unsafe Int(bytes[whole]) << 10 | Int(bytes[whole + 1]) << 2
                    unsafe text[count] = unsafe alphabet[group >> 12]
                    unsafe text[count + 1] = unsafe alphabet[group >> 6 & 63]
                    unsafe text[count + 2] = unsafe alphabet[group & 63]
                    count += 3
                default: break
                }
            }
        }
    }

    /// The bytes that a text stands for.
    ///
    /// - Parameter text: The text.
    /// - Returns: The bytes.
    /// - Throws: `JOSEError` with code `base64URLMalformed` for a character outside the alphabet (padding and blanks
    ///   are outside), an impossible length, or unused bits that are not zero.
    public static func decode(_ text: some Collection<UInt8>) throws(JOSEError) -> [UInt8] {
        let result = text.withContiguousStorageIfAvailable { text in
            Result { () throws(JOSEError) -> [UInt8] in try unsafe decoded(text) }
        }
        if let result { return try result.get() }
        return try decode(contiguous: [UInt8](text))
    }

    private static func decode(contiguous text: [UInt8]) throws(JOSEError) -> [UInt8] {
        try unsafe text.withUnsafeBufferPointer { (text) throws(JOSEError) -> [UInt8] in try unsafe decoded(text) }
    }

    /// The bytes that a text in memory stands for, which must stay there for the time of the call.
    static func decode(contiguous text: UnsafeBufferPointer<UInt8>) throws(JOSEError) -> [UInt8] {
        try unsafe decoded(text)
    }

    private static func decoded(_ text: UnsafeBufferPointer<UInt8>) throws(JOSEError) -> [UInt8] {
        guard text.count % 4 != 1 else { throw JOSEError(.base64URLMalformed, "its length is impossible") }
        var all: UInt32 = 0
        var unusedBits: UInt32 = 0
        // One byte more than there will be, because four are written where three are meant.
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: text.count * 3 / 4 + 1) { bytes, count in
            unsafe groups.withUnsafeBufferPointer { groups in
                let whole = text.count / 4 * 4
                let target = UnsafeMutableRawBufferPointer(bytes)
                for index in stride(from: 0, to: whole, by: 4) {
                    let group =
                        unsafe groups[Int(text[index])] | groups[256 + Int(text[index + 1])]
                        | groups[512 + Int(text[index + 2])] | groups[768 + Int(text[index + 3])]
                    all |= group
                    unsafe target.storeBytes(of: (group << 8).bigEndian, toByteOffset: count, as: UInt32.self)
                    count += 3
                }
                var rest: UInt32 = 0
                for index in whole..<text.count {
                    let group = unsafe groups[(index - whole) * 256 + Int(text[index])]
                    all |= group
                    rest |= group
                }
                if text.count - whole > 1 {
                    unsafe bytes[count] = UInt8(truncatingIfNeeded: rest >> 16)
                    count += 1
                    unusedBits = rest & 0xFFFF
                }
                if text.count - whole > 2 {
                    unsafe bytes[count] = UInt8(truncatingIfNeeded: rest >> 8)
                    count += 1
                    unusedBits = rest & 0xFF
                }
            }
        }
        guard all & stranger == 0 else { throw JOSEError(.base64URLMalformed, unsafe fault(of: text)) }
        guard unusedBits == 0 else {
            throw JOSEError(.base64URLMalformed, "its last character has bits set that stand for nothing")
        }
        return bytes
    }

    private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Marks what is no character of the alphabet.
    private static let stranger: UInt32 = 1 << 31

    /// What each character adds to a group of four, for each of its places.
    private static let groups: [UInt32] = {
        var groups = [UInt32](repeating: stranger, count: 4 * 256)
        for (value, character) in alphabet.enumerated() {
            for place in 0..<4 { groups[place * 256 + Int(character)] = UInt32(value) << UInt32(18 - 6 * place) }
        }
        return groups
    }()

    private static func fault(of text: UnsafeBufferPointer<UInt8>) -> String {
        let strange = unsafe text.first { groups[Int($0)] == stranger }
        return strange.map(fault) ?? "it has a character outside the alphabet"
    }

    private static func fault(of character: UInt8) -> String {
        switch character {
        case UInt8(ascii: "="): "it has padding (=)"
        case UInt8(ascii: "+"), UInt8(ascii: "/"): "it uses the alphabet of standard base64 (+ and /)"
        case 0x09, 0x0A, 0x0D, 0x20: "it has a blank or a line break in it"
        case UInt8(ascii: "%"): "it is percent-encoded"
        default: "it has a character outside the alphabet"
        }
    }
}
