import Threads
import Cryptography
import HTTPServer
import JOSE
import OAuthClient
import StrictJSON

extension SandboxProvider {
    /// The token endpoint.
    func tokens(_ request: SandboxRequest) throws(OAuthFault) -> ServerResponse {
        let form = try form(request)
        let client = try authenticatedClient(request, form)
        let now = try now()
        let algorithm = try signingAlgorithm(form, client)
        let grant: SandboxGrant
        switch form["grant_type"] {
        case nil: throw OAuthFault.invalidRequest("grant_type is missing")
        case "authorization_code"?: grant = try codeGrant(form, client, now)
        case "refresh_token"?: grant = try refreshGrant(form, client, now)
        case let type? where type.hasSameBytes(as: Self.deviceGrant): grant = try deviceGrant(form, client, now)
        default: throw OAuthFault("unsupported_grant_type", "the grant type is not supported")
        }
        return .sandboxJSON(try answer(for: grant, algorithm, now))
    }

    /// How the ID token is signed: as the request wishes, else as the client is registered.
    private func signingAlgorithm(
        _ form: FormParameters, _ client: SandboxClient
    ) throws(OAuthFault) -> SandboxClient.SigningAlgorithm {
        guard let wish = form["id_token_signed_response_alg"] else { return client.signingAlgorithm }
        guard let algorithm = SandboxClient.SigningAlgorithm(exactly: wish) else {
            throw OAuthFault.invalidRequest("id_token_signed_response_alg must be ES256 or RS256")
        }
        return algorithm
    }

    private func codeGrant(
        _ form: FormParameters, _ client: SandboxClient, _ now: Int64
    ) throws(OAuthFault) -> SandboxGrant {
        guard let code = form["code"] else { throw OAuthFault.invalidRequest("code is missing") }
        let verifier = form["code_verifier"]
        let address = form["redirect_uri"]
        return try state.withLock { state throws(OAuthFault) in
            guard let found = state.codes[TextKey(code)],
                found.grant.client.identifier.hasSameBytes(as: client.identifier)
            else { throw OAuthFault.invalidGrant("the code is unknown, or of another client") }
            guard !found.isUsed else {
                // Whoever has it has stolen it: what was handed out for it ends too (RFC 6749, section 4.1.2).
                state.revoke(family: found.grant.family)
                throw OAuthFault.invalidGrant("the code was used already")
            }
            state.codes[TextKey(code)]?.isUsed = true
            guard now < found.expiration else { throw OAuthFault.invalidGrant("the code has expired") }
            guard let address, address.hasSameBytes(as: found.redirectURI) else {
                throw OAuthFault.invalidGrant("redirect_uri is not the one of the request")
            }
            try Self.check(verifier, against: found.challenge)
            return found.grant
        }
    }

    private static func check(_ verifier: String?, against challenge: String?) throws(OAuthFault) {
        switch (challenge, verifier) {
        case (nil, nil): return
        case (nil, _?): throw OAuthFault.invalidGrant("there is a code_verifier, but there was no code_challenge")
        case (_?, nil): throw OAuthFault.invalidGrant("code_verifier is missing")
        case (let challenge?, let verifier?):
            guard let proof = try? ProofKey(restoring: verifier), ConstantTime.areEqual(proof.challenge, challenge)
            else { throw OAuthFault.invalidGrant("the code_verifier is not the one of the code_challenge") }
        }
    }

    private func refreshGrant(
        _ form: FormParameters, _ client: SandboxClient, _ now: Int64
    ) throws(OAuthFault) -> SandboxGrant {
        guard let token = form["refresh_token"] else { throw OAuthFault.invalidRequest("refresh_token is missing") }
        return try state.withLock { state throws(OAuthFault) in
            guard let found = state.tokens[TextKey(token)], case .refresh = found.kind,
                found.grant.client.identifier.hasSameBytes(as: client.identifier), now < found.expiration
            else { throw OAuthFault.invalidGrant("the refresh token is unknown, expired, or of another client") }
            guard !found.isUsed else {
                // One of two has it who should not (RFC 9700, section 4.14.2).
                state.revoke(family: found.grant.family)
                throw OAuthFault.invalidGrant("the refresh token was used already; all tokens are revoked")
            }
            state.tokens[TextKey(token)]?.isUsed = true
            return found.grant
        }
    }

    /// What is answered for a grant: an ID token if the scope has `openid`, a refresh token always.
    func answer(
        for grant: SandboxGrant, _ algorithm: SandboxClient.SigningAlgorithm, _ now: Int64
    ) throws(OAuthFault) -> JSONObject {
        let access = try unguessable("access-")
        let refresh = try unguessable("refresh-")
        let idToken = grant.scopes.contains("openid") ? try self.idToken(for: grant, access, algorithm, now) : nil
        state.withLock { state in
            state.tokens[TextKey(access)] = HandedOutToken(
                kind: .access, grant: grant, issuedAt: now, expiration: now + lifetimes.accessToken)
            state.tokens[TextKey(refresh)] = HandedOutToken(
                kind: .refresh, grant: grant, issuedAt: now, expiration: now + lifetimes.refreshToken)
        }
        return .of([
            "access_token": .string(access), "token_type": "Bearer", "expires_in": .integer(lifetimes.accessToken),
            "refresh_token": .string(refresh), "scope": .string(grant.scopes.joined(separator: " ")),
            "id_token": idToken.map { .string($0) },
        ])
    }

    private func idToken(
        for grant: SandboxGrant, _ access: String, _ algorithm: SandboxClient.SigningAlgorithm, _ now: Int64
    ) throws(OAuthFault) -> String {
        let key = state.withLock { $0.keys.key(for: algorithm) }
        do {
            var payload = JSONObject.of([
                "iss": .string(issuer), "aud": .string(grant.client.identifier), "sub": .string(grant.user.subject),
                "iat": .integer(now), "exp": .integer(now + lifetimes.idToken),
                "auth_time": .integer(grant.authenticationTime), "nonce": grant.nonce.map { .string($0) },
                "at_hash": .string(try TokenHash.leftHalf(of: access, for: key.algorithm)),
            ])
            for member in grant.user.claims(in: grant.scopes).members { payload[member.name] = member.value }
            return try key.token(payload)
        } catch {
            throw OAuthFault("server_error", "the ID token cannot be signed", status: 500)
        }
    }
}

extension SandboxUser {
    /// What a client that has some scopes may know (OpenID Connect Core, section 5.4).
    func claims(in scopes: [String]) -> JSONObject {
        let mayHaveEmail = scopes.contains("email")
        return .of([
            "email": mayHaveEmail ? .string(email) : nil,
            "email_verified": mayHaveEmail ? .bool(emailStatus == .verified) : nil,
            "name": scopes.contains("profile") ? .string(displayName) : nil,
        ])
    }
}
