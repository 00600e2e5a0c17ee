public import OAuthClient
import StrictJSON

/// Where and as which client a session can be revoked: the bridge that its custom token came from (RFC 7009).
public struct SessionRevocation: Sendable {
    /// The revocation endpoint.
    public let endpoint: EndpointURL
    /// The client that the custom token was issued to.
    public let clientID: String

    /// Describes it.
    ///
    /// - Parameters:
    ///   - endpoint: The revocation endpoint, as the bridge's metadata names it.
    ///   - clientID: The client that the custom token was issued to.
    public init(endpoint: EndpointURL, clientID: String) {
        self.endpoint = endpoint
        self.clientID = clientID
    }

    /// Asks the bridge to revoke the sessions of an ID token's user.
    ///
    /// The bridge gets the ID token, which says whose sessions they are, and never the refresh token.
    func revoke(
        _ idToken: UnverifiedIDToken, over transport: any HTTPTransport
    ) async throws(FirebaseSessionError) {
        let secrets = SentSecrets([idToken.secretText])
        let form = [("token", idToken.secretText), ("token_type_hint", "id_token"), ("client_id", clientID)]
            .map { "\($0)=\(FormURLEncoding.encode($1))" }.joined(separator: "&")
        let type = HTTPField(name: "Content-Type", value: "application/x-www-form-urlencoded")
        let response: HTTPResponse
        do throws(OAuthClientError) {
            response = try await transport.send(.post(endpoint, fields: [type], body: [UInt8](form.utf8)))
        } catch {
            throw FirebaseSessionError(secrets.removed(from: error))
        }
        guard response.status == 200 else {
            throw FirebaseSessionError(
                .refusedByFirebase, "\(endpoint.textForMessages.quotedExcerpt) answered with status \(response.status)")
        }
    }
}
