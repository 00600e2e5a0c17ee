/// `Retry-After` in seconds (RFC 9110, section 10.2.3), at most a day; the form with a date is not read.
package struct RetryAfter: Sendable {
    private static let maximumSeconds = 86400

    /// The seconds.
    package let seconds: Int

    /// Reads the field; nil where it is missing or no number.
    package init?(_ response: HTTPResponse) {
        guard let text = response["Retry-After"], 1...6 ~= text.utf8.count,
            text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let seconds = Int(text)
        else { return nil }
        self.seconds = min(seconds, Self.maximumSeconds)
    }
}
