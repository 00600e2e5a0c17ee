import Threads
import HTTPServer
import OAuthClient
import StrictJSON

extension SandboxProvider {
    /// The userinfo endpoint (OpenID Connect Core, section 5.3).
    func userinfo(_ request: SandboxRequest) throws(OAuthFault) -> ServerResponse {
        let now = try now()
        guard let token = request.bearer, let found = live(token, now), case .access = found.kind,
            found.grant.scopes.contains("openid")
        else {
            let challenge = #"Bearer realm="sandbox", error="invalid_token""#
            return .sandboxJSON(
                .of(["error": "invalid_token", "error_description": "there is no access token, or it is not good"]),
                status: 401, headers: [("WWW-Authenticate", challenge)])
        }
        var object = JSONObject.of(["sub": .string(found.grant.user.subject)])
        for member in found.grant.user.claims(in: found.grant.scopes).members { object[member.name] = member.value }
        return .sandboxJSON(object)
    }

    /// The introspection endpoint (RFC 7662): for clients with a secret, about tokens of any client.
    func introspection(_ request: SandboxRequest) throws(OAuthFault) -> ServerResponse {
        let form = try form(request)
        guard try authenticatedClient(request, form).secret != nil else { throw OAuthFault.invalidClient }
        guard let token = form["token"] else { throw OAuthFault.invalidRequest("token is missing") }
        guard let found = live(token, try now()), !found.isUsed else { return .sandboxJSON(.of(["active": false])) }
        let isAccess = if case .access = found.kind { true } else { false }
        return .sandboxJSON(
            .of([
                "active": true, "client_id": .string(found.grant.client.identifier),
                "scope": .string(found.grant.scopes.joined(separator: " ")),
                "token_type": isAccess ? "Bearer" : nil, "sub": .string(found.grant.user.subject),
                "username": .string(found.grant.user.name), "aud": .string(found.grant.client.identifier),
                "iss": .string(issuer), "iat": .integer(found.issuedAt), "exp": .integer(found.expiration),
            ]))
    }

    /// The revocation endpoint (RFC 7009): with a refresh token all tokens of the sign-in end.
    func revocation(_ request: SandboxRequest) throws(OAuthFault) -> ServerResponse {
        let form = try form(request)
        let client = try authenticatedClient(request, form)
        guard let token = form["token"] else { throw OAuthFault.invalidRequest("token is missing") }
        try state.withLock { state throws(OAuthFault) in
            guard let found = state.tokens[TextKey(token)] else { return }
            guard found.grant.client.identifier.hasSameBytes(as: client.identifier) else {
                throw OAuthFault("unauthorized_client", "the token is of another client")
            }
            switch found.kind {
            case .access: state.tokens[TextKey(token)] = nil
            case .refresh: state.revoke(family: found.grant.family)
            }
        }
        return .sandboxJSON(JSONObject())
    }

    private func live(_ token: String, _ now: Int64) -> HandedOutToken? {
        state.withLock { $0.tokens[TextKey(token)] }.flatMap { now < $0.expiration ? $0 : nil }
    }
}
