import Cryptography
import OAuthClient
import StrictJSON

/// Identifier and secret in `Authorization: Basic` (RFC 6749, section 2.3.1; RFC 7617).
struct BasicCredentials: Sendable {
    /// The longest field value, in bytes.
    static let maximumBytes = 8192

    let clientID: String
    let secret: ClientSecret

    /// Reads the value of a field.
    ///
    /// - Throws: `BridgeError` with code `clientInvalid`. Nothing of the value but the scheme is quoted.
    init(_ value: String) throws(BridgeError) {
        guard value.utf8.count <= Self.maximumBytes else { throw Self.malformed("it is too long") }
        let bytes = [UInt8](value.utf8)
        let scheme = bytes.prefix { $0 != 0x20 }
        // In ASCII alone: other letters have these as their small ones too.
        guard scheme.elementsEqual("basic".utf8, by: { ($0 | 0x20) == $1 }) else {
            throw BridgeError(
                .clientInvalid,
                "clients authenticate by the scheme Basic, or in the form: no other scheme is known here")
        }
        let digits = bytes[scheme.endIndex...].drop { $0 == 0x20 }
        // The decoder leaves blanks out, as PEM wants it: a field has none.
        guard !digits.isEmpty, digits.allSatisfy({ 0x21...0x7E ~= $0 }),
            let pair = try? Base64.decode(digits, of: "field")
        else { throw Self.malformed("it is not base64") }
        guard let colon = pair.firstIndex(of: UInt8(ascii: ":")) else {
            throw Self.malformed("there is no colon between identifier and secret")
        }
        guard let clientID = FormURLEncoding.decode(pair[..<colon]),
            let secret = FormURLEncoding.decode(pair[(colon + 1)...])
        else {
            throw Self.malformed("identifier and secret must be form-encoded before they are put together")
        }
        guard !clientID.isEmpty, !secret.isEmpty else { throw Self.malformed("the identifier or the secret is empty") }
        self.clientID = clientID
        self.secret = ClientSecret(secret)
    }

    private static func malformed(_ fault: String) -> BridgeError {
        BridgeError(.clientInvalid, "the field Authorization is malformed: \(fault)")
    }
}
