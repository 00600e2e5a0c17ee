import OAuthClient
import StrictJSON

extension RedirectURI {
    private static let loopbackOrigins = ["http://127.0.0.1", "http://[::1]"]

    /// Whether an app that is registered with this address may be answered at another one: the same, byte for byte (RFC
    /// 9700, section 2.1); on a loopback address with any port (RFC 8252, section 7.3).
    ///
    /// `localhost` is a name, which may lead elsewhere: it is compared like any other.
    func allows(_ requested: RedirectURI) -> Bool {
        if requested.text.hasSameBytes(as: text) { return true }
        return Self.loopbackOrigins.contains { origin in
            guard let own = Self.rest(of: text, after: origin), let other = Self.rest(of: requested.text, after: origin)
            else { return false }
            return own.hasSameBytes(as: other)
        }
    }

    /// What follows the origin and its port; nil for another origin.
    private static func rest(of text: String, after origin: String) -> String? {
        let bytes = text.utf8
        guard bytes.starts(with: origin.utf8) else { return nil }
        var rest = bytes.dropFirst(origin.utf8.count)
        if rest.first == UInt8(ascii: ":") {
            let digits = rest.dropFirst().prefix { 0x30...0x39 ~= $0 }
            guard !digits.isEmpty else { return nil }
            rest = rest[digits.endIndex...]
        }
        guard let next = rest.first else { return "" }
        return next == UInt8(ascii: "/") || next == UInt8(ascii: "?") ? String(Substring(rest)) : nil
    }
}
