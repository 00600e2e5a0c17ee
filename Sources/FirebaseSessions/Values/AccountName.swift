import StrictJSON

/// The name under which a session is kept, fit to be the name of a file.
public struct AccountName: Sendable {
    /// The name of the session of those who have one only.
    public static let standard = AccountName(checked: "default")
    /// The longest name, in bytes.
    public static let maximumBytes = 64

    /// The name.
    public let value: String

    /// Checks a name.
    ///
    /// - Parameter value: The name: 1 to 64 letters, digits and `.` `_` `-` `@` `+` `:` of ASCII, of which the first is a
    ///   letter or digit.
    /// - Throws: `FirebaseSessionError` with code `accountNameInvalid`.
    public init(_ value: String) throws(FirebaseSessionError) {
        guard let first = value.utf8.first, value.utf8.count <= Self.maximumBytes, Self.isLetterOrDigit(first),
            value.utf8.allSatisfy({ Self.isLetterOrDigit($0) || "._-@+:".utf8.contains($0) })
        else {
            throw FirebaseSessionError(
                .accountNameInvalid, "\(value.argumentExcerpt) cannot be the name of an account",
                cure: "use up to \(Self.maximumBytes) letters, digits and . _ - @ + :, a letter or digit first")
        }
        self.value = value
    }

    private init(checked value: String) {
        self.value = value
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}

extension AccountName: Hashable, Comparable {
    /// Whether a name comes before another, by their bytes.
    public static func < (left: AccountName, right: AccountName) -> Bool {
        left.value < right.value
    }
}
