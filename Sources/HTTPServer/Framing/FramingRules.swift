import StrictJSON

/// What the fields of a request must not leave open: where it ends, and whom it is for (RFC 9112, sections 3.2 and 6.3).
enum FramingRules: Sendable {
    /// How the end of a body is known.
    enum Framing: Sendable {
        /// There is no body, or its length was announced.
        case length(Int?)
        /// It comes in chunks.
        case chunked
    }

    /// The framing; nil where two readers of the same bytes could find different ones.
    static func framing(of fields: HeaderFields, isHTTP10: Bool) -> Framing? {
        let lengths = fields.values("Content-Length")
        let codings = fields.values("Transfer-Encoding")
        if codings.isEmpty {
            guard lengths.count <= 1 else { return nil }
            guard let text = lengths.first else { return .length(nil) }
            guard !text.isEmpty, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
            // A number that does not fit is too long in any case.
            return .length(Int(text) ?? .max)
        }
        guard lengths.isEmpty, !isHTTP10, codings.count == 1, codings[0].asciiLowercased.hasSameBytes(as: "chunked")
        else { return nil }
        return .chunked
    }

    /// Whether it is said once, and as it should be, whom the request is for.
    static func hasHost(_ fields: HeaderFields, isHTTP10: Bool) -> Bool {
        let hosts = fields.values("Host")
        guard let host = hosts.first else { return isHTTP10 }
        return hosts.count == 1 && host.utf8.allSatisfy(FieldSyntax.isHostByte)
    }
}
