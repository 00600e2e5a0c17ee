import OAuthClient

/// Has access tokens for a token of another issuer, by the token exchange of workload identity federation (RFC 8693).
struct WorkloadIdentityGrant: TokenGrant {
    let audience: String
    let subjectTokenType: String
    let tokenURL: GoogleAddress
    let subjectToken: SubjectTokenSource
    let connection: GoogleConnection

    func token() async throws(GoogleCloudError) -> GrantedToken {
        let token = try await subjectToken.token(connection)
        let fields = [
            ("grant_type", "urn:ietf:params:oauth:grant-type:token-exchange"), ("audience", audience),
            ("scope", "https://www.googleapis.com/auth/cloud-platform"),
            ("requested_token_type", "urn:ietf:params:oauth:token-type:access_token"),
            ("subject_token", token.secretText), ("subject_token_type", subjectTokenType),
        ]
        let body = fields.map { "\($0.0)=\(FormURLEncoding.encode($0.1))" }.joined(separator: "&")
        let request = HTTPRequest.post(tokenURL.url, fields: .form, body: [UInt8](body.utf8))
        let answer = TokenAnswer(
            action: "exchange the token of the workload", secrets: SentSecrets([token.secretText]))
        return try answer.token(await connection.send(request, .harmless))
    }
}
