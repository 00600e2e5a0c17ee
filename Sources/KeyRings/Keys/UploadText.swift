import JOSE

/// The text by which a certificate is uploaded: base64 of the whole PEM text.
public enum UploadText: Sendable {
    /// Standard base64 (RFC 4648, section 4) with its padding.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The text.
    public static func base64(_ bytes: [UInt8]) -> String {
        let characters = Base64URL.encode(bytes).utf8.map { character -> UInt8 in
            switch character {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: character
            }
        }
        let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - characters.count % 4) % 4)
        return String(decoding: characters + padding, as: UTF8.self)
    }
}
