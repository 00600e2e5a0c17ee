import CPostgreSQL

/// The address of a database that speaks PostgreSQL's protocol, perhaps with a password; it prints redacted.
public struct PostgreSQLAddress: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private static let replacement = "(redacted)"

    /// The address itself.
    let secretText: String

    /// Takes an address.
    ///
    /// - Parameter secretText: The address, such as `postgresql://user:password@host/database?sslmode=verify-full`.
    public init(_ secretText: String) {
        self.secretText = secretText
    }

    /// What it is, nothing of it.
    public var description: String { "PostgreSQLAddress \(Self.replacement)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }

    /// Why libpq cannot use the address, without a word of it; nil where it can.
    var fault: String? {
        guard !secretText.utf8.contains(0), let options = unsafe bridge_pq_parse(secretText) else {
            return "the address cannot be read: is every special character of the password written as %XX?"
        }
        unsafe bridge_pq_free_options(options)
        // What follows the first @ would be looked up and quoted as a host, though it is the end of a password.
        let host = value(of: "host") ?? ""
        return host.utf8.contains(UInt8(ascii: "@")) ? "its host has an @: write an @ of the password as %40" : nil
    }

    /// A text of libpq or the server on one line, without the password.
    func redacting(_ text: String) -> String {
        var line = String(String.UnicodeScalarView(text.unicodeScalars.prefix(600).map { $0.value < 32 ? " " : $0 }))
        for keyword in ["password", "sslpassword"] {
            guard let secret = value(of: keyword), !secret.isEmpty else { continue }
            line = line.split(separator: secret, omittingEmptySubsequences: false).joined(separator: Self.replacement)
        }
        return line.split(separator: " ").joined(separator: " ")
    }

    private func value(of keyword: String) -> String? {
        guard let options = unsafe bridge_pq_parse(secretText) else { return nil }
        defer { unsafe bridge_pq_free_options(options) }
        var option = unsafe options
        while let name = unsafe option.pointee.keyword {
            if unsafe String(cString: name) == keyword {
                return unsafe option.pointee.val.map { unsafe String(cString: $0) }
            }
            unsafe option += 1
        }
        return nil
    }
}
