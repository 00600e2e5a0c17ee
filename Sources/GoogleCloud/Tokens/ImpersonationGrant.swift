import JOSE
import OAuthClient
import StrictJSON

/// Has access tokens of a service account by the permission to act as it (`generateAccessToken`).
struct ImpersonationGrant: TokenGrant {
    private static let lifetime: Int64 = 3600

    let account: AccountName
    let url: GoogleAddress
    let delegates: [String]
    let source: any AccessTokenSource
    let connection: GoogleConnection

    func token() async throws(GoogleCloudError) -> GrantedToken {
        let token = try await source.accessToken()
        var body = JSONObject()
        body["scope"] = .array(OAuthScopes.all.map { .string($0) })
        body["lifetime"] = .string("\(Self.lifetime)s")
        if !delegates.isEmpty { body["delegates"] = .array(delegates.map { .string($0) }) }
        let request = HTTPRequest.post(url.url, fields: .authorized(by: token), body: body.compactBytes)
        let call = GoogleCall(
            "give an access token of \(account.email)", account, permission: "iam.serviceAccounts.getAccessToken",
            role: "roles/iam.serviceAccountTokenCreator", api: "iamcredentials.googleapis.com")
        let members = try call.members(
            await connection.send(request, .harmless), secrets: SentSecrets([token.secretText]))
        guard let text = members["accessToken"]?.string, TokenAnswer.isToken(text),
            members["expireTime"]?.string != nil
        else {
            throw GoogleCloudError(.answerMalformed, "the answer to the attempt to \(call.action) has no access token")
        }
        // expireTime is by Google's clock, and ours may differ; the life that was asked for does not.
        return GrantedToken(token: AccessToken(text), lifetime: .seconds(Self.lifetime))
    }
}
