public import OAuthClient

/// The address of a database with all that is needed to connect to it, perhaps a password.
public struct ConnectionURI: SecretText {
    /// The address itself.
    public let secretText: String

    init(_ secretText: String) {
        self.secretText = secretText
    }

    /// Whether a password is in it.
    var hasPassword: Bool {
        let rest = secretText.utf8.drop { $0 != UInt8(ascii: "/") }.drop { $0 == UInt8(ascii: "/") }
        let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
        let user = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[..<$0] }
        return user?.contains(UInt8(ascii: ":")) ?? false || secretText.contains("password=")
    }
}
