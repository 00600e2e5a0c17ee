import StrictJSON

/// What a server asks for that mints: a uid, and what its token is to say.
///
/// Nothing of it is allowed yet: `MintingDecision` holds it against what the client may do.
public struct MintingRequest: Sendable {
    /// Whom the token is to sign in.
    public let userID: String
    /// The developer claims as JSON; nil for none.
    public let claims: [UInt8]?
    /// The tenant; nil for the configured one.
    public let tenantID: String?
    /// The lifetime in seconds; nil for the configured one.
    public let lifetime: Int64?

    /// Reads the parameters of a form.
    ///
    /// - Throws: `BridgeError` with code `requestInvalid` or `lifetimeInvalid`.
    init(_ form: TokenRequestParameters) throws(BridgeError) {
        userID = try form.required("uid")
        claims = form["claims"].map { [UInt8]($0.utf8) }
        tenantID = form["tenant_id"]
        lifetime = try form["ttl"].map { (text) throws(BridgeError) in
            guard text.utf8.count <= 10, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let seconds = Int64(text) else {
                throw BridgeError(.lifetimeInvalid, "the ttl \(text.quotedExcerpt) is not a number of seconds")
            }
            return seconds
        }
    }

    /// Reads the claims of an assertion that was verified.
    ///
    /// - Throws: `BridgeError` with code `grantInvalid` for a claim of the wrong kind, or `lifetimeInvalid`.
    init(assertion: JSONObject) throws(BridgeError) {
        guard case .string(let subject)? = assertion["sub"] else {
            throw BridgeError(.grantInvalid, "the assertion does not say whom the token is for (sub), as a string")
        }
        userID = subject
        switch assertion["claims"] {
        case nil: claims = nil
        case .object(let object)?: claims = object.compactBytes
        case let value?:
            throw BridgeError(.grantInvalid, "the claims of the assertion are \(value.kind), not an object")
        }
        switch assertion["tenant_id"] {
        case nil: tenantID = nil
        case .string(let tenant)?: tenantID = tenant
        case let value?:
            throw BridgeError(.grantInvalid, "the tenant_id of the assertion is \(value.kind), not a string")
        }
        switch assertion["ttl"] {
        case nil: lifetime = nil
        case .integer(let seconds)?: lifetime = seconds
        case let value?:
            throw BridgeError(
                .lifetimeInvalid, "the ttl of the assertion is \(value.kind), not a whole number of seconds")
        }
    }
}
