import Cryptography
import JOSE

/// Base64 with `+`, `/` and padding (RFC 4648, section 4), as Google's JSON has it for bytes.
enum StandardBase64: Sendable {
    /// The text for some bytes.
    static func encode(_ bytes: [UInt8]) -> String {
        var text = Base64URL.encode(bytes).utf8.map { byte -> UInt8 in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        while text.count % 4 != 0 { text.append(UInt8(ascii: "=")) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes that a text stands for; nil where it is not standard base64.
    static func decode(_ text: String) -> [UInt8]? {
        guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 }) else { return nil }
        return try? Base64.decode(text.utf8, of: "text")
    }
}
