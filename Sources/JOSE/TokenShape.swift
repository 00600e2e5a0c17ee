import StrictJSON

/// What a text that is given as a token looks like from outside, before anything in it is believed.
public enum TokenShape: Sendable, Equatable {
    /// Nothing, or only blanks.
    case empty
    /// Three parts separated by dots (RFC 7515, section 7.1).
    case compactJWS
    /// Five parts separated by dots (RFC 7516, section 7.1): encrypted.
    case compactJWE
    /// A JSON text, so perhaps a JWS in the JSON serialization.
    case json
    /// Text with an authentication scheme before it, as in an `Authorization` field.
    case withScheme
    /// Blanks or line breaks within, so perhaps several tokens or a wrapped one.
    case withBlanks
    /// Some other number of dots.
    case dotted(parts: Int)
    /// No dot at all, or the beginning of an access token of Google: what opaque access tokens look like.
    case opaque

    /// Tells what a text looks like.
    ///
    /// - Parameter text: The text, without blanks around it.
    public init(of text: [UInt8]) {
        // Google's access tokens have dots.
        if text.starts(with: "ya29.".utf8) {
            self = .opaque
            return
        }
        let parts = text.count { $0 == UInt8(ascii: ".") } + 1
        let blanks = text.firstIndex { $0 == 0x20 || 0x09...0x0D ~= $0 }
        switch (text.first, blanks, parts) {
        case (nil, _, _): self = .empty
        case (UInt8(ascii: "{"), _, _), (UInt8(ascii: "["), _, _): self = .json
        case (_, let blank?, _):
            let scheme = String(decoding: text[..<blank], as: UTF8.self).lowercased()
            self = ["bearer", "basic", "token", "dpop"].contains(scheme) ? .withScheme : .withBlanks
        case (_, nil, 1): self = .opaque
        case (_, nil, 3): self = .compactJWS
        case (_, nil, 5): self = .compactJWE
        case (_, nil, let parts): self = .dotted(parts: parts)
        }
    }
}

extension TokenShape {
    /// The error for a text that should be a compact JWS and is not; nil where it may be one.
    var refusal: JOSEError? {
        switch self {
        case .compactJWS: nil
        case .empty: JOSEError(.tokenEmpty, "the token is empty")
        case .compactJWE:
            JOSEError(.tokenEncrypted, "the token has five parts: it is encrypted (JWE), which is not supported")
        case .json:
            JOSEError(.jsonSerialization, "the token is JSON: only the compact serialization of JWS is supported")
        case .withScheme:
            JOSEError(.notCompactJWS, "an authentication scheme such as Bearer stands before the token")
        case .withBlanks:
            JOSEError(
                .notCompactJWS, "blanks or line breaks are within the token: it is wrapped, or more than one token")
        case .dotted(let parts):
            JOSEError(.notCompactJWS, "the token has \(parts) parts separated by dots where a JWT has three")
        case .opaque:
            JOSEError(.notCompactJWS, "the text is not a JWT: it looks like an opaque access token")
        }
    }
}
