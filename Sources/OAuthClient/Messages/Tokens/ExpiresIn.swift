import StrictJSON

/// Reads `expires_in`.
enum ExpiresIn: Sendable {
    /// More is no lifetime: ten years.
    static let maximumSeconds: Int64 = 10 * 365 * 86400

    /// The seconds of a lifetime; nil where it is unknown.
    ///
    /// A strange lifetime is an unknown one and never loses the token, which the provider has already handed out.
    /// Understood are an integer, digits in a string, and a fraction, which is dropped.
    static func seconds(_ value: JSONValue?) -> Int64? {
        let seconds: Int64?
        switch value {
        case .integer(let integer)?: seconds = integer
        case .decimal(let decimal)?: seconds = Int64(exactly: decimal.doubleValue.rounded(.down))
        case .string(let text)?:
            seconds = !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 } ? Int64(text) : nil
        case nil, .null?, .bool?, .array?, .object?: seconds = nil
        }
        return seconds.flatMap { 0...maximumSeconds ~= $0 ? $0 : nil }
    }
}
