import StrictJSON

/// The address of a service account, fit to stand in a path.
public struct AccountName: Sendable, Hashable {
    /// The address.
    public let email: String

    /// Takes an address.
    ///
    /// - Parameter email: The address.
    /// - Throws: `GoogleCloudError` with code `parameterInvalid`.
    public init(_ email: String) throws(GoogleCloudError) {
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[1].contains("."), email.utf8.count <= 254,
            email.utf8.allSatisfy({ Self.isFit($0) }), !email.contains("..")
        else {
            throw GoogleCloudError(
                .parameterInvalid, "\(email.argumentExcerpt) is not the e-mail address of a service account",
                hint: "it looks like name@project.iam.gserviceaccount.com")
        }
        self.email = email
    }

    private static func isFit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "@"):
            true
        default: false
        }
    }
}
