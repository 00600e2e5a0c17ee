import OAuthClient
import StrictJSON

/// What may stand in the fields of a request (RFC 9110, section 5).
enum FieldRules: Sendable {
    /// The fields that the transport sets by itself, in small letters.
    private static let reserved: Set<String> = [
        "accept-encoding", "connection", "content-length", "expect", "host", "te", "trailer",
        "transfer-encoding", "upgrade", "user-agent",
    ]

    /// The fields as lines for libcurl.
    ///
    /// - Parameter request: The request.
    /// - Returns: One line for each field, and those that keep libcurl from sending `Expect` and a content type that
    ///   nobody stated.
    /// - Throws: `OAuthClientError` with code `requestNotAllowed`, which quotes no value.
    static func lines(of request: HTTPRequest) throws(OAuthClientError) -> [String] {
        var lines = ["Expect:"]
        if !request.fields.contains(where: { $0.name.lowercased() == "content-type" }) { lines.append("Content-Type:") }
        for field in request.fields {
            guard !field.name.isEmpty, field.name.utf8.allSatisfy(isTokenByte) else {
                throw refusal(request, "a name of its fields is not a token")
            }
            guard !reserved.contains(field.name.lowercased()) else {
                throw refusal(request, "the transport itself sets the field \(field.name.quotedExcerpt)")
            }
            guard field.value.utf8.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F }) else {
                throw refusal(
                    request, "the value of its field \(field.name.quotedExcerpt) has line breaks or control characters")
            }
            // "Name:" would remove the field; a semicolon sends it empty.
            lines.append(
                field.value.utf8.allSatisfy { $0 == 0x20 || $0 == 0x09 }
                    ? "\(field.name);" : "\(field.name): \(field.value)")
        }
        return lines
    }

    /// Whether a byte may stand in a token (RFC 9110, section 5.6.2).
    static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    private static func refusal(_ request: HTTPRequest, _ reason: String) -> OAuthClientError {
        OAuthClientError(.requestNotAllowed, "\(request) cannot be sent: \(reason)")
    }
}
