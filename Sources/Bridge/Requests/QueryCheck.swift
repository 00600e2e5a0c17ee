import OAuthClient
import StrictJSON

/// Refuses what belongs in the body of a request and stands in its address: addresses are logged (6749-04, 9700-07).
public enum QueryCheck: Sendable {
    /// Whatever the token endpoint reads, credentials or not: in the address it would be ignored.
    private static let names = [
        "grant_type", "client_id", "client_secret", "client_assertion", "client_assertion_type", "assertion", "code",
        "code_verifier", "redirect_uri", "device_code", "refresh_token", "subject_token", "subject_token_type",
        "actor_token", "actor_token_type", "requested_token_type", "provider", "nonce", "audience", "resource", "scope",
        "uid", "claims", "tenant_id", "ttl", "access_token", "id_token", "password", "username",
    ]
    private static let maximumBytes = 8192

    /// Returns if a query has nothing that the token endpoint reads.
    ///
    /// - Parameter query: The query of the address, without its question mark; nil where there is none.
    /// - Throws: `BridgeError` with code `requestInvalid`.
    public static func requireNoParameters(in query: String?) throws(BridgeError) {
        guard let query, !query.isEmpty else { return }
        guard query.utf8.count <= maximumBytes else { throw TokenRequestParameters.invalid("the query is too long") }
        for piece in query.utf8.split(separator: UInt8(ascii: "&")) {
            guard let name = FormURLEncoding.decode(piece.prefix { $0 != UInt8(ascii: "=") }) else {
                throw TokenRequestParameters.invalid("the query is malformed")
            }
            guard !names.contains(where: { $0.hasSameBytes(as: name) }) else {
                throw TokenRequestParameters.invalid(
                    "the parameter \(name) stands in the address, where it may be logged: it belongs in the body")
            }
        }
    }
}
