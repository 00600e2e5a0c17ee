import StrictJSON

/// The identifier of a Firebase project, such as `demo-bridge` or `example.com:bridge`.
public struct ProjectID: Sendable {
    /// The identifier.
    public let value: String

    /// Checks an identifier.
    ///
    /// - Parameter value: The identifier: 1 to 128 lower-case letters, digits, hyphens, dots and colons.
    /// - Throws: `FirebaseSessionError` with code `projectInvalid`.
    public init(_ value: String) throws(FirebaseSessionError) {
        guard 1...128 ~= value.utf8.count, value.utf8.allSatisfy(Self.isAllowed) else {
            throw FirebaseSessionError(
                .projectInvalid, "\(value.argumentExcerpt) is no identifier of a project",
                cure: "copy the project ID from the project settings of the Firebase console, not its name or number")
        }
        self.value = value
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"): true
        default: false
        }
    }
}

extension ProjectID: Equatable {
    /// Two identifiers are equal when they are the same bytes.
    public static func == (left: ProjectID, right: ProjectID) -> Bool {
        left.value.hasSameBytes(as: right.value)
    }
}
