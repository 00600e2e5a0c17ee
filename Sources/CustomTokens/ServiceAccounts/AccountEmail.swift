import StrictJSON

/// The e-mail address of a service account, and what it tells about the project.
package enum AccountEmail: Sendable {
    /// Returns if a text has the shape of an address.
    ///
    /// - Parameter email: The text.
    /// - Throws: `CustomTokenError` with code `emailInvalid`.
    package static func check(_ email: String) throws(CustomTokenError) {
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        let isPrintable = email.utf8.allSatisfy { 0x21...0x7E ~= $0 }
        guard parts.count == 2, !parts[0].isEmpty, parts[1].contains("."), isPrintable, email.utf8.count <= 254 else {
            throw CustomTokenError(
                .emailInvalid, "the account \(email.argumentExcerpt) is not an e-mail address of a service account")
        }
    }

    /// The project in an address such as `name@PROJECT.iam.gserviceaccount.com`; nil for the other kinds of address.
    ///
    /// A domain-scoped project `example.com:project` is written `project.example.com` there.
    package static func project(in email: String) -> String? {
        let suffix = ".iam.gserviceaccount.com"
        guard let at = email.lastIndex(of: "@"), email.hasSuffix(suffix) else { return nil }
        let name = email[email.index(after: at)...].dropLast(suffix.count)
        guard let dot = name.firstIndex(of: ".") else { return String(name) }
        return "\(name[name.index(after: dot)...]):\(name[..<dot])"
    }

    /// Whether Google makes addresses of this form.
    static func isServiceAccount(_ email: String) -> Bool {
        email.hasSuffix(".gserviceaccount.com")
    }
}
