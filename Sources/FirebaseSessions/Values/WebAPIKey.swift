import StrictJSON

/// The web API key of a Firebase project, which names the project and is no secret.
public struct WebAPIKey: Sendable {
    /// The environment variable that commands read it from.
    public static let environmentVariable = "TOKEN_BRIDGE_API_KEY"

    /// The key.
    public let value: String

    /// Checks a key.
    ///
    /// - Parameter value: The key: 1 to 256 letters, digits, hyphens, underscores and dots of ASCII.
    /// - Throws: `FirebaseSessionError` with code `apiKeyInvalid`, which does not quote it: it may be something else.
    public init(_ value: String) throws(FirebaseSessionError) {
        guard !value.isEmpty else { throw Self.refusal("it is empty") }
        guard value.utf8.count <= 256, value.utf8.allSatisfy(Self.isAllowed) else {
            throw Self.refusal("it is longer than 256 bytes, or has a character that no such key has")
        }
        guard !value.hasPrefix("ya29."), !value.hasPrefix("eyJ") else {
            throw Self.refusal("it is a token, which is a secret")
        }
        self.value = value
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
        default: false
        }
    }

    private static func refusal(_ fault: String) -> FirebaseSessionError {
        FirebaseSessionError(
            .apiKeyInvalid, "the API key cannot be used: \(fault)",
            cure: "copy the web API key from the project settings of the Firebase console")
    }
}
