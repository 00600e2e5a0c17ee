/// A JWS in compact serialization (RFC 7515, section 7.1), taken apart and **not verified**.
///
/// Each accepted text has exactly one reading, and a reading exactly one text.
public struct CompactJWS: Sendable {
    /// The longest token, in bytes.
    public static let maximumBytes = 16 << 10

    /// The header, held to the rules of RFC 7515.
    public let unverifiedHeader: JOSEHeader
    /// The bytes of the payload.
    public let unverifiedPayload: [UInt8]
    /// The bytes of the signature.
    public let signature: [UInt8]
    /// What the signature is over: the first two parts with their dot.
    public let signingInput: [UInt8]

    /// Takes a token apart.
    ///
    /// - Parameter text: The token, with nothing around it.
    /// - Throws: `JOSEError`, whose reason says what the text is instead.
    public init(parsing text: [UInt8]) throws(JOSEError) {
        try self.init(parsing: text.span) { text }
    }

    /// Takes a token apart.
    ///
    /// - Parameter text: The token, with nothing around it.
    /// - Throws: `JOSEError`, whose reason says what the text is instead.
    public init(parsing text: String) throws(JOSEError) {
        // Without a copy of the text: it is longer than what memory is quickly had for.
        try self.init(parsing: text.utf8.span) { [UInt8](text.utf8) }
    }

    private init(parsing text: Span<UInt8>, _ array: () -> [UInt8]) throws(JOSEError) {
        guard text.count <= Self.maximumBytes else {
            throw JOSEError(.tokenTooLarge, "the token is longer than \(Self.maximumBytes) bytes")
        }
        do {
            try self.init(parts: text)
        } catch {
            // What can be taken apart has the right shape. What cannot is told by its shape first.
            throw TokenShape(of: array()).refusal ?? error
        }
    }

    private init(parts text: Span<UInt8>) throws(JOSEError) {
        let dot = UInt8(ascii: ".")
        guard let first = text.indices.first(where: { text[$0] == dot }),
            let last = text.indices.last(where: { text[$0] == dot }), first < last
        else { throw JOSEError(.notCompactJWS, "the token does not have three parts") }
        unverifiedHeader = try JOSEHeader(parsing: Self.decode(text.extracting(..<first), "header"))
        guard last + 1 < text.count else { throw JOSEError(.signatureMissing, "the token's signature is missing") }
        unverifiedPayload = try Self.decode(text.extracting((first + 1)..<last), "payload")
        signature = try Self.decode(text.extracting((last + 1)...), "signature")
        signingInput = unsafe text.extracting(..<last).withUnsafeBufferPointer { unsafe [UInt8]($0) }
    }

    /// The token's text: the very bytes it was read from.
    public var serialized: [UInt8] {
        var text = signingInput
        text.append(UInt8(ascii: "."))
        Base64URL.append(signature, to: &text)
        return text
    }

    private static func decode(_ part: Span<UInt8>, _ name: String) throws(JOSEError) -> [UInt8] {
        do throws(JOSEError) {
            return try unsafe part.withUnsafeBufferPointer { (part) throws(JOSEError) in
                try unsafe Base64URL.decode(contiguous: part)
            }
        } catch {
            throw JOSEError(error.code, "the token's \(name) is not strict base64url: \(error.reason)")
        }
    }
}
