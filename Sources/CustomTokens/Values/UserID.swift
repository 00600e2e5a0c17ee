import StrictJSON

/// The uid of a Firebase user: 1 to 128 bytes of UTF-8 without control characters.
///
/// Whether production counts bytes, code points or UTF-16 units is unknown; bytes satisfy all of them.
public struct UserID: Sendable {
    /// The longest uid, in bytes of UTF-8.
    public static let maximumBytes = 128

    /// The uid.
    public let value: String

    /// Checks a uid.
    ///
    /// - Parameter value: The uid.
    /// - Throws: `CustomTokenError` with code `uidInvalid`.
    public init(_ value: String) throws(CustomTokenError) {
        let count = value.utf8.count
        guard count > 0 else { throw CustomTokenError(.uidInvalid, "the uid is empty") }
        guard count <= Self.maximumBytes else {
            throw CustomTokenError(
                .uidInvalid, "the uid has \(count) bytes of UTF-8; at most \(Self.maximumBytes) are allowed")
        }
        guard !value.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw CustomTokenError(.uidInvalid, "the uid has a control character")
        }
        self.value = value
    }
}

extension UserID: Equatable {
    /// Two uids are equal when they are the same bytes: canonically equivalent ones are different accounts.
    public static func == (left: UserID, right: UserID) -> Bool {
        left.value.hasSameBytes(as: right.value)
    }
}
