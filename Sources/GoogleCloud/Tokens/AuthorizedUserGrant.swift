import OAuthClient

/// Has access tokens by the refresh token of a person, as `gcloud auth application-default login` leaves it.
struct AuthorizedUserGrant: TokenGrant {
    let clientID: String
    let clientSecret: ClientSecret
    let refreshToken: RefreshToken
    let tokenURI: GoogleAddress
    let connection: GoogleConnection

    func token() async throws(GoogleCloudError) -> GrantedToken {
        let fields = [
            ("grant_type", "refresh_token"), ("client_id", clientID), ("client_secret", clientSecret.secretText),
            ("refresh_token", refreshToken.secretText),
        ]
        let body = fields.map { "\($0.0)=\(FormURLEncoding.encode($0.1))" }.joined(separator: "&")
        let request = HTTPRequest.post(tokenURI.url, fields: .form, body: [UInt8](body.utf8))
        let answer = TokenAnswer(
            action: "give an access token to the person who signed in by gcloud",
            secrets: SentSecrets([clientSecret.secretText, refreshToken.secretText]))
        // Google's refresh tokens stay the same when they are used.
        return try answer.token(await connection.send(request, .harmless))
    }
}
