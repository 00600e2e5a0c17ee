public import CustomTokens

extension GoogleCredential {
    /// The key of a service account that is at hand: access tokens by assertions that it signs (RFC 7523).
    ///
    /// - Parameters:
    ///   - account: The account with its key.
    ///   - place: Where the key is, in words for the operator.
    ///   - connection: What calls need; the token endpoint is the one of its endpoints, whatever a file says.
    /// - Throws: `GoogleCloudError` with code `credentialFileUnusable` for a key that cannot be used.
    public init(key account: ServiceAccount, place: String, connection: GoogleConnection) throws(GoogleCloudError) {
        let grant = try ServiceAccountGrant(
            account, tokenURI: connection.endpoints.address(.oauth2, "/token"), connection: connection)
        self.init(
            .serviceAccount, place: place, account: try AccountName(account.email), projectID: account.projectID,
            keyID: account.privateKeyID, tokens: KeptAccessToken(grant, clock: connection.clock),
            warnings: account.warnings)
    }
}
