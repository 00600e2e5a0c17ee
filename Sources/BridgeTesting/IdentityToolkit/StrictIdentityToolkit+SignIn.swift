import Threads
import HTTPServer
import OAuthClient
import StrictJSON

extension StrictIdentityToolkit {
    /// `accounts:signInWithCustomToken`.
    func signIn(_ request: SandboxRequest) throws(GoogleFault) -> ServerResponse {
        let body = try Self.body(
            request, known: ["token", "returnSecureToken", "tenantId", "instanceId", "delegatedProjectNumber"])
        let tenant = try tenant(body["tenantId"])
        guard let token = body["token"]?.string, !token.isEmpty else {
            throw GoogleFault.toolkit("MISSING_CUSTOM_TOKEN")
        }
        let now = try iam.currentTime()
        let rules = CustomTokenRules(projectID: project.identifier, tenant: tenant, now: now, iam: iam)
        let accepted = try rules.accept(token)
        let place = ToolkitPlace(accepted.uid, tenant: tenant)
        let (account, isNew) = try state.withLock { state throws(GoogleFault) in
            let isNew = state.accounts[place] == nil
            var account = state.accounts[place] ?? ToolkitAccount(uid: accepted.uid, tenant: tenant, now: now)
            guard !account.isDisabled else { throw GoogleFault.toolkit("USER_DISABLED") }
            account.isCustom = true
            account.lastLogin = now
            account.lastRefresh = now
            state.accounts[place] = account
            return (account, isNew)
        }
        let session = ToolkitSession(place: place, tenant: tenant, claims: accepted.claims, authenticationTime: now)
        guard body["returnSecureToken"] == true else {
            return .sandboxJSON(
                .of([
                    "kind": "identitytoolkit#VerifyCustomTokenResponse",
                    "idToken": .string(try legacyToken(of: account, session, now)), "isNewUser": .bool(isNew),
                ]))
        }
        let idToken = try idToken(of: account, session, now)
        let refreshToken = try StrictIAM.faulting { () throws(SandboxError) in try source.unguessable("AMf-") }
        state.withLock { $0.sessions[TextKey(refreshToken)] = session }
        return .sandboxJSON(
            .of([
                "kind": "identitytoolkit#VerifyCustomTokenResponse", "idToken": .string(idToken),
                "refreshToken": .string(refreshToken), "expiresIn": "3600", "isNewUser": .bool(isNew),
            ]))
    }

    /// securetoken's `token`: a new ID token for a refresh token.
    func refresh(_ request: SandboxRequest) throws(GoogleFault) -> ServerResponse {
        guard request.method == "POST", request.path == "v1/token" else { throw StrictIAM.notFound }
        try checkAPIKey(request, "securetoken.googleapis.com")
        let (grantType, token) = try refreshParameters(request)
        guard let grantType, !grantType.isEmpty else { throw GoogleFault.secureToken("MISSING_GRANT_TYPE") }
        guard grantType.hasSameBytes(as: "refresh_token") else { throw GoogleFault.secureToken("INVALID_GRANT_TYPE") }
        guard let token, !token.isEmpty else { throw GoogleFault.secureToken("MISSING_REFRESH_TOKEN") }
        guard let session = state.withLock({ $0.sessions[TextKey(token)] }) else {
            throw GoogleFault.secureToken("INVALID_REFRESH_TOKEN")
        }
        // The tenant is in the token, whatever the request says.
        if let tenant = session.tenant { try checkTenant(tenant, GoogleFault.secureToken) }
        let now = try iam.currentTime()
        let account = try state.withLock { state throws(GoogleFault) in
            guard let account = state.accounts[session.place] else { throw GoogleFault.secureToken("USER_NOT_FOUND") }
            guard !account.isDisabled else { throw GoogleFault.secureToken("USER_DISABLED") }
            guard session.authenticationTime >= account.validSince else {
                throw GoogleFault.secureToken("TOKEN_EXPIRED")
            }
            state.accounts[session.place]?.lastRefresh = now
            return account
        }
        let idToken = try idToken(of: account, session, now)
        return .sandboxJSON(
            .of([
                "access_token": .string(idToken), "expires_in": "3600", "token_type": "Bearer",
                "refresh_token": .string(token), "id_token": .string(idToken), "user_id": .string(account.uid),
                "project_id": .string(project.number),
            ]))
    }

    private func refreshParameters(_ request: SandboxRequest) throws(GoogleFault) -> (String?, String?) {
        guard !request.isForm else {
            guard let form = request.form else { throw GoogleFault.invalidArgument("Malformed form.") }
            return (form["grant_type"], form["refresh_token"])
        }
        let body = try Self.body(request, known: ["grantType", "refreshToken", "tenantId"])
        return (body["grantType"]?.string, body["refreshToken"]?.string)
    }
}
