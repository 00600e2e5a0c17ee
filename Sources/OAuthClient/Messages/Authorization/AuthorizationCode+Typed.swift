import StrictJSON

/// How a person may have come by a code.
public enum TypedCodeForm: Sendable {
    /// The code is what was typed; a `%2F` in it belongs to it.
    case verbatim
    /// Codes of the provider never hold a percent sign, so one that does was copied out of an address: decoded once.
    case neverPercentEncoded
}

extension AuthorizationCode {
    /// Takes a code that a person typed or pasted, without the blanks and quotes around it.
    ///
    /// - Parameters:
    ///   - text: What was typed.
    ///   - form: What is known about the provider's codes.
    /// - Throws: `OAuthClientError` with code `parameterInvalid` where there is no code, or one with characters that no
    ///   code has.
    public init(typed text: String, _ form: TypedCodeForm) throws(OAuthClientError) {
        let bytes = OuterBlanks.trimmed([UInt8](text.utf8))
        var code = String(decoding: bytes, as: UTF8.self)
        if form == .neverPercentEncoded, bytes.contains(UInt8(ascii: "%")) {
            // A plus sign that was typed is one: only the escapes are decoded.
            let escaped = bytes.flatMap { $0 == UInt8(ascii: "+") ? [UInt8]("%2B".utf8) : [$0] }
            code = FormURLEncoding.decode(escaped) ?? ""
        }
        guard code.isHeaderToken, code.utf8.count <= RedirectDelivery.maximumBytes else {
            throw OAuthClientError(.parameterInvalid, "this is not an authorization code: it is empty or malformed")
        }
        self.init(code)
    }
}
