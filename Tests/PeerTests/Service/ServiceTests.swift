import OAuthClient
import StrictJSON
import Testing

/// Everything that goes through the built service, one after another: it is one service, and one machine.
@Suite(
    "The built service with the providers of others", .serialized,
    .enabled(
        if: !ServicePeer.Kind.available.isEmpty && Peers.python != nil,
        "there are no providers here, or no firebase-admin"))
struct ServiceTests {
    /// Records an issue unless a request was refused for a reason.
    static func expectRefusal(
        _ answer: ServiceAnswer, _ code: String, error: String = "invalid_request", status: Int = 400,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let object = try answer.object()
        #expect(answer.status == status, "\(answer.text)", sourceLocation: sourceLocation)
        #expect(object["error"] == .string(error), "\(answer.text)", sourceLocation: sourceLocation)
        #expect(object["error_code"] == .string(code), "\(answer.text)", sourceLocation: sourceLocation)
        #expect(object["access_token"] == nil, sourceLocation: sourceLocation)
    }

    /// The custom token of an answer, which firebase-admin's side accepts, as the one of the answer's uid.
    ///
    /// - Returns: The uid.
    static func uid(
        of answer: ServiceAnswer, from service: ServiceProcess, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> String {
        try #require(answer.status == 200, "\(answer.text)", sourceLocation: sourceLocation)
        let object = try answer.object()
        #expect(object["token_type"] == "N_A", sourceLocation: sourceLocation)
        let claims = try await service.claims(
            of: #require(object["access_token"]?.string, sourceLocation: sourceLocation))
        let uid = try #require(claims["uid"]?.string, sourceLocation: sourceLocation)
        #expect(object["uid"] == .string(uid), sourceLocation: sourceLocation)
        return uid
    }

    /// An ID token that was issued to a client of a provider, with the nonce that it is bound to.
    static func idToken(
        of client: String, at peer: ServicePeer, for person: Person = .alice
    ) async throws -> (token: String, nonce: String) {
        let client = try await PeerClient(client, at: peer.peer)
        let response = try await client.authorize(as: person)
        let tokens = try await client.tokens(.authorizationCode(response.grant))
        guard case .sent(let nonce, _) = response.nonce, let token = tokens.idToken else {
            throw PeerFailure("no nonce was sent, or no ID token came")
        }
        return (token.secretText, nonce.secretText)
    }
}
