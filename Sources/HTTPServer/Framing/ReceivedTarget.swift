import Glibc
import StrictJSON

/// The target of a request as it was sent.
struct ReceivedTarget: Sendable {
    let bytes: [UInt8]
    /// Where in memory it began.
    let address: UInt

    @unsafe init(_ text: UnsafePointer<CChar>) {
        bytes = unsafe Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
        address = UInt(bitPattern: text)
    }

    /// The path, whatever the rest of the head is; nil for what is none.
    var path: String? {
        guard bytes.first == UInt8(ascii: "/") else { return nil }
        let path = bytes.prefix { $0 != UInt8(ascii: "?") }
        return path.allSatisfy { 0x21...0x7E ~= $0 } ? String(decoding: path, as: UTF8.self) : nil
    }

    /// The path and the query; nil for what is neither in origin form nor the `*` of OPTIONS (RFC 9112, section 3.2).
    func parts(method: String) -> (path: String, query: String?)? {
        guard bytes.allSatisfy({ 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "#") }) else { return nil }
        if bytes == [UInt8(ascii: "*")] { return method.hasSameBytes(as: "OPTIONS") ? ("*", nil) : nil }
        guard bytes.first == UInt8(ascii: "/") else { return nil }
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else {
            return (String(decoding: bytes, as: UTF8.self), nil)
        }
        return (
            String(decoding: bytes[..<mark], as: UTF8.self), String(decoding: bytes[(mark + 1)...], as: UTF8.self)
        )
    }
}
