import CustomTokens
import OAuthClient
import StrictJSON

/// Makes credentials of files.
struct CredentialReader: Sendable {
    let connection: GoogleConnection

    /// The credential in a file.
    ///
    /// - Parameter file: The file.
    /// - Returns: The credential.
    /// - Throws: `GoogleCloudError`.
    func credential(_ file: CredentialFile) throws(GoogleCloudError) -> GoogleCredential {
        try file.checkUniverse(connection.universe)
        let type = try file.required("type")
        switch GoogleCredential.Kind(exactly: type) {
        case .serviceAccount: return try serviceAccount(file)
        case .authorizedUser: return try authorizedUser(file)
        case .impersonatedServiceAccount: return try impersonated(file)
        case .externalAccount: return try external(file)
        case .metadataServer, nil:
            throw GoogleCloudError(
                .credentialKindNotSupported,
                "\(file.place): credentials of the type \(type.quotedExcerpt) are not used here",
                hint: "use service_account, authorized_user, impersonated_service_account or external_account")
        }
    }

    private func serviceAccount(_ file: CredentialFile) throws(GoogleCloudError) -> GoogleCredential {
        let account: ServiceAccount
        do throws(CustomTokenError) {
            account = try ServiceAccount(parsing: file.text)
        } catch {
            throw GoogleCloudError(.credentialFileUnusable, "\(file.place): \(error.reason)")
        }
        let grant = try ServiceAccountGrant(account, tokenURI: tokenURI(file), connection: connection)
        return GoogleCredential(
            .serviceAccount, place: file.place, account: try AccountName(account.email),
            projectID: account.projectID, keyID: account.privateKeyID, tokens: kept(grant),
            warnings: file.warnings + account.warnings)
    }

    /// The token endpoint that a file names; very old files name one that has moved.
    private func tokenURI(_ file: CredentialFile) throws(GoogleCloudError) -> GoogleAddress {
        let text = try file.optional("token_uri")
        guard let text, !text.hasSameBytes(as: "https://accounts.google.com/o/oauth2/token") else {
            return try connection.endpoints.address(.oauth2, "/token")
        }
        return try GoogleAddress(text, in: connection.universe, subject: "\(file.place): token_uri")
    }

    private func authorizedUser(_ file: CredentialFile) throws(GoogleCloudError) -> GoogleCredential {
        let grant = AuthorizedUserGrant(
            clientID: try file.required("client_id"), clientSecret: ClientSecret(try file.required("client_secret")),
            refreshToken: RefreshToken(try file.required("refresh_token")), tokenURI: try tokenURI(file),
            connection: connection)
        return GoogleCredential(
            .authorizedUser, place: file.place, account: nil, projectID: try file.optional("quota_project_id"),
            tokens: kept(grant), warnings: file.warnings)
    }

    private func impersonated(_ file: CredentialFile) throws(GoogleCloudError) -> GoogleCredential {
        guard let object = file.object["source_credentials"]?.object else {
            throw file.unusable("it has no source_credentials")
        }
        let nested = try CredentialFile(parsing: object.compactBytes, place: "source_credentials of \(file.place)")
        guard object["type"]?.string.flatMap(GoogleCredential.Kind.init(exactly:)) != .impersonatedServiceAccount else {
            throw file.unusable("its source_credentials impersonate an account in turn; name the steps in delegates")
        }
        let source = try credential(nested)
        let url = try file.required("service_account_impersonation_url")
        let target = try impersonation(url, file)
        let delegates = try (file.object["delegates"]?.array ?? []).map { (value) throws(GoogleCloudError) -> String in
            guard let name = value.string else { throw file.unusable("its delegates are not all strings") }
            return name
        }
        let grant = ImpersonationGrant(
            account: target.account, url: target.url, delegates: delegates, source: source.tokens,
            connection: connection)
        return GoogleCredential(
            .impersonatedServiceAccount, place: file.place, account: target.account,
            projectID: try file.optional("quota_project_id"), keyID: source.keyID, tokens: kept(grant),
            warnings: file.warnings)
    }

    private func external(_ file: CredentialFile) throws(GoogleCloudError) -> GoogleCredential {
        let exchange = WorkloadIdentityGrant(
            audience: try file.required("audience"), subjectTokenType: try file.required("subject_token_type"),
            tokenURL: try GoogleAddress(
                file.required("token_url"), in: connection.universe, subject: "\(file.place): token_url"),
            subjectToken: try SubjectTokenSource(file), connection: connection)
        let federated = kept(exchange)
        guard let url = try file.optional("service_account_impersonation_url") else {
            return GoogleCredential(
                .externalAccount, place: file.place, account: nil, projectID: try file.optional("quota_project_id"),
                tokens: federated, warnings: file.warnings)
        }
        let target = try impersonation(url, file)
        let grant = ImpersonationGrant(
            account: target.account, url: target.url, delegates: [], source: federated, connection: connection)
        return GoogleCredential(
            .externalAccount, place: file.place, account: target.account,
            projectID: try file.optional("quota_project_id"), tokens: kept(grant), warnings: file.warnings)
    }

    /// The account that stands in the address of an impersonation.
    private func impersonation(
        _ text: String, _ file: CredentialFile
    ) throws(GoogleCloudError) -> (url: GoogleAddress, account: AccountName) {
        let name = "service_account_impersonation_url"
        let url = try GoogleAddress(text, in: connection.universe, subject: "\(file.place): \(name)")
        let beginning = "/v1/projects/-/serviceAccounts/"
        let end = ":generateAccessToken"
        guard let start = text.firstRange(of: beginning), text.hasSuffix(end), text.utf8.count > end.utf8.count,
            start.upperBound < text.index(text.endIndex, offsetBy: -end.count)
        else { throw file.unusable("its \(name) does not name an account and end in \(end)") }
        return (url, try AccountName(String(text[start.upperBound...].dropLast(end.count))))
    }

    private func kept(_ grant: any TokenGrant) -> any AccessTokenSource {
        KeptAccessToken(grant, clock: connection.clock)
    }
}
