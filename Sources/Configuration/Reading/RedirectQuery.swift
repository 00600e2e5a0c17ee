import OAuthClient
import StrictJSON

/// The query that a client's redirect address has of its own, and keeps (RFC 6749, section 3.1.2).
struct RedirectQuery {
    /// What authorization responses say by (RFC 6749, section 4.1.2; RFC 9207, section 2).
    private static let responseParameters = ["code", "state", "iss", "error"]

    private let query: Substring

    init(_ address: RedirectURI) {
        query = address.text.drop { $0 != "?" }.dropFirst()
    }

    /// Returns if responses can be told from what was there before.
    ///
    /// - Throws: `SettingError`.
    func requireNoResponseParameter() throws(SettingError) {
        for parameter in query.utf8.split(separator: UInt8(ascii: "&")) {
            let name = Self.decoded(parameter.prefix { $0 != UInt8(ascii: "=") })
            guard let taken = Self.responseParameters.first(where: { $0.utf8.elementsEqual(name) }) else { continue }
            throw SettingError("the address has \(taken) in its query already, which is what responses say by")
        }
    }

    /// The bytes of a name, with escapes undone; broken ones stand for themselves.
    private static func decoded(_ name: Substring.UTF8View.SubSequence) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = name[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(2)
            if byte == UInt8(ascii: "%"), digits.count == 2, let value = UInt8(String(Substring(digits)), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }
}
