public import CredentialProofs
import OAuthClient
import StrictJSON

/// A request to exchange a provider's credential for a custom token (RFC 8693, section 2.1).
public struct TokenExchangeRequest: Sendable {
    /// The credential.
    public let subject: SubjectToken
    /// The provider's name; nil where the ID token is to tell.
    public let provider: String?
    /// What the credential must be bound to.
    public let nonce: CallerNonce
    /// Whom the custom token is for, by name; nil for the one there is.
    public let audience: String?
    /// Whom the custom token is for, by address; nil for the one there is.
    public let resource: String?
    /// The scope that is granted of the one that was asked for: none; nil where none was asked for (6749-10).
    public let grantedScope: String?

    /// Reads a request.
    ///
    /// - Throws: `BridgeError` with code `requestInvalid` or, for a malformed `resource`, `targetInvalid`.
    init(_ form: TokenRequestParameters) throws(BridgeError) {
        try form.requireNone(
            of: ["actor_token", "actor_token_type"],
            because: "nobody can act for somebody else here, and it would be ignored")
        try Self.checkRequestedType(form)
        subject = try SubjectToken(form)
        provider = form["provider"]
        nonce = try Self.nonce(form, subject)
        audience = form["audience"]
        resource = try form["resource"].map { (text) throws(BridgeError) in try Self.checkedResource(text) }
        try Self.checkScope(form)
        grantedScope = form.grantedScope
    }

    /// A custom token is a JWT, and nothing else is issued.
    private static func checkRequestedType(_ form: TokenRequestParameters) throws(BridgeError) {
        guard let type = form["requested_token_type"], !type.hasSameBytes(as: SubjectToken.Kind.jwt.rawValue) else {
            return
        }
        throw TokenRequestParameters.invalid(
            "the requested_token_type \(type.quotedExcerpt) is not issued, only \(SubjectToken.Kind.jwt.rawValue)")
    }

    private static func nonce(
        _ form: TokenRequestParameters, _ subject: SubjectToken
    ) throws(BridgeError) -> CallerNonce {
        guard let text = form["nonce"] else { return .none }
        guard subject.takesNonce else {
            throw TokenRequestParameters.invalid("the parameter nonce is there: no such credential is bound to one")
        }
        do throws(CredentialError) {
            return .raw(try RawNonce(text))
        } catch {
            throw TokenRequestParameters.invalid(error.reason)
        }
    }

    /// An absolute URI without fragment (RFC 8693, section 2.1): a scheme, a colon and something behind it.
    private static func checkedResource(_ text: String) throws(BridgeError) -> String {
        let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
        let isAbsolute =
            scheme.first.map { 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 } ?? false
            && scheme.allSatisfy {
                0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || "+-.".utf8.contains($0)
            }
            && text.utf8.count > scheme.count + 1
            && text.utf8.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "#") }
        guard isAbsolute else {
            throw BridgeError(
                .targetInvalid, "the resource \(text.quotedExcerpt) is not an absolute address without fragment")
        }
        return text
    }

    private static func checkScope(_ form: TokenRequestParameters) throws(BridgeError) {
        guard let text = form["scope"] else { return }
        do throws(OAuthClientError) {
            _ = try ScopeSet(.string(text), allowing: [])
        } catch {
            throw TokenRequestParameters.invalid("the scope has characters that no scope has")
        }
    }
}
