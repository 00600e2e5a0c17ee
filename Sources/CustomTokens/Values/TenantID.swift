/// The identifier of a tenant of Google Identity Platform.
public struct TenantID: Sendable, Equatable {
    /// The identifier.
    public let value: String

    /// Checks an identifier.
    ///
    /// - Parameter value: The identifier: 1 to 128 letters, digits and hyphens of ASCII.
    /// - Throws: `CustomTokenError` with code `tenantInvalid`.
    public init(_ value: String) throws(CustomTokenError) {
        guard 1...128 ~= value.utf8.count else {
            throw CustomTokenError(.tenantInvalid, "the tenant is \(value.isEmpty ? "empty" : "longer than 128 bytes")")
        }
        guard value.utf8.allSatisfy(Self.isAllowed) else {
            throw CustomTokenError(.tenantInvalid, "the tenant has a character that is not a letter, digit or hyphen")
        }
        self.value = value
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
