import Cryptography
import Threads
import JOSE
import StrictJSON

extension StrictIdentityToolkit {
    /// The names that an ID token has from the account alone, whatever claims say.
    private static let overwritten = ["email", "email_verified", "phone_number", "provider_id", "user_id"]

    /// An ID token of a session.
    func idToken(of account: ToolkitAccount, _ session: ToolkitSession, _ now: Int64) throws(GoogleFault) -> String {
        var payload = claims(of: account, session)
        payload["iss"] = .string("https://securetoken.google.com/\(project.identifier)")
        payload["aud"] = .string(project.identifier)
        payload["auth_time"] = .integer(session.authenticationTime)
        payload["user_id"] = .string(account.uid)
        payload["sub"] = .string(account.uid)
        payload["iat"] = .integer(now)
        payload["exp"] = .integer(now + 3600)
        payload["email"] = account.email.map { .string($0) }
        payload["email_verified"] = account.email == nil ? nil : .bool(account.isEmailVerified)
        payload["phone_number"] = account.phoneNumber.map { .string($0) }
        payload["firebase"] = .object(
            .of([
                "identities": .object(identities(of: account)), "sign_in_provider": "custom",
                "tenant": session.tenant.map { .string($0) },
            ]))
        let key = state.withLock { $0.keys[0].key }
        let signed = payload
        return try StrictIAM.faulting { () throws(SandboxError) in try key.token(signed) }
    }

    /// What is answered where no secure token was asked for: no Firebase ID token.
    func legacyToken(of account: ToolkitAccount, _ session: ToolkitSession, _ now: Int64) throws(GoogleFault) -> String
    {
        let payload = JSONObject.of([
            "iss": "https://identitytoolkit.google.com/", "aud": .string(project.identifier), "iat": .integer(now),
            "exp": .integer(now + 1_209_600), "user_id": .string(account.uid),
        ])
        let key = state.withLock { $0.keys[0].key }
        return try StrictIAM.faulting { () throws(SandboxError) in try key.token(payload, type: nil) }
    }

    /// The claims of the session over those of the account, over its profile.
    private func claims(of account: ToolkitAccount, _ session: ToolkitSession) -> JSONObject {
        var payload = JSONObject.of([
            "name": account.displayName.map { .string($0) }, "picture": account.photoURL.map { .string($0) },
        ])
        for member in account.claims.members + session.claims.members { payload[member.name] = member.value }
        for name in Self.overwritten { payload[name] = nil }
        return payload
    }

    private func identities(of account: ToolkitAccount) -> JSONObject {
        var identities = JSONObject()
        if let email = account.email { identities["email"] = .strings([email]) }
        for provider in account.providers { identities[provider.providerID] = .strings([provider.rawID]) }
        return identities
    }

    /// What an ID token of this project says that is still honoured: until 300 s after its end.
    ///
    /// - Returns: Whose it is, its tenant, and when the person signed in; nil for all other texts.
    func readIDToken(_ text: String, now: Int64) -> (uid: String, tenant: String?, authenticationTime: Int64)? {
        guard let token = try? CompactJWS(parsing: text), token.unverifiedHeader.algorithm == .rs256,
            let keyID = token.unverifiedHeader.keyID,
            let key = state.withLock({ $0.keys.first { $0.key.keyID.hasSameBytes(as: keyID) } })?.key,
            (try? key.publicKey.verify(token.signature, over: token.signingInput, algorithm: .rs256)) != nil,
            let payload = try? JSONObject(parsing: token.unverifiedPayload, limits: .token),
            payload["aud"]?.string?.hasSameBytes(as: project.identifier) == true,
            payload["iss"]?.string?.hasSameBytes(as: "https://securetoken.google.com/\(project.identifier)") == true,
            let expiration = payload["exp"]?.integer, now < expiration + 300, let uid = payload["sub"]?.string,
            let authenticationTime = payload["auth_time"]?.integer
        else { return nil }
        return (uid, payload["firebase"]?.object?["tenant"]?.string, authenticationTime)
    }
}
