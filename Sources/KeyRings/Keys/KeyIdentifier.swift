import Cryptography
import JOSE
import StrictJSON

/// What may be the identifier of a key, and the one of a key that nobody gave one.
enum KeyIdentifier: Sendable {
    /// Whether a text may be an identifier: it goes into the header of every token, and into messages.
    static func isPossible(_ id: String) -> Bool {
        1...JOSEHeader.maximumKeyIDBytes ~= id.utf8.count && id.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }

    /// Forty hexadecimal digits, as Google's own: the beginning of the key's thumbprint.
    static func made(for key: PublicKey) throws(KeyRingError) -> String {
        String(try thumbprint(of: key).prefix(40))
    }

    /// Whether a text may be a thumbprint.
    static func isThumbprint(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy { byte in
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
            }
    }

    /// The thumbprint of a key (RFC 7638) in hexadecimal digits: which key it is, whatever it is called.
    static func thumbprint(of key: PublicKey) throws(KeyRingError) -> String { try thumbprint(of: key.material) }

    /// The thumbprint of a key by its numbers.
    static func thumbprint(of material: KeyMaterial) throws(KeyRingError) -> String {
        guard case .rsa(let modulus, let exponent) = material else {
            throw KeyRingError(.keyUnusable, "the key is no RSA key")
        }
        let text = #"{"e":"\#(Base64URL.encode(exponent))","kty":"RSA","n":"\#(Base64URL.encode(modulus))"}"#
        do {
            return try SHA256Digest(of: [UInt8](text.utf8)).hexadecimal
        } catch {
            throw KeyRingError(.keyUnusable, error.reason)
        }
    }

    /// The name of the file of a key: the identifier where it is fit for one.
    static func fileName(of id: String) throws(KeyRingError) -> String {
        let isPlain = id.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        if isPlain, id.utf8.count <= 100 { return "\(id).json" }
        do {
            return "id-\(try SHA256Digest(of: [UInt8](id.utf8)).hexadecimal.prefix(40)).json"
        } catch {
            throw KeyRingError(.keyUnusable, error.reason)
        }
    }
}
