import Cryptography
import JOSE
import StrictJSON

/// What production was seen to make of a custom token, in its order: form, times, signature, project, then content.
///
/// Written apart from `CustomTokenExamination`, so that each is held to the other.
struct CustomTokenRules: Sendable {
    /// How long after `exp` a token is still taken, in seconds.
    private static let expirationLeeway: Int64 = 300
    private static let longestLifetime: Int64 = 3600
    private static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"
    private static let reservedNames = [
        "acr", "amr", "at_hash", "aud", "auth_time", "azp", "c_hash", "cnf", "exp", "firebase", "iat", "iss", "jti",
        "nbf", "nonce", "sub",
    ]

    private static let invalid = GoogleFault.toolkit("INVALID_CUSTOM_TOKEN")

    /// The project of the API key.
    let projectID: String
    /// The tenant of the request.
    let tenant: String?
    let now: Int64
    /// Whose keys are published.
    let iam: StrictIAM

    /// What a token that is accepted says.
    struct Accepted: Sendable {
        let uid: String
        let claims: JSONObject
    }

    /// Judges a token.
    func accept(_ text: String) throws(GoogleFault) -> Accepted {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3 else {
            throw GoogleFault.toolkit(
                "INVALID_CUSTOM_TOKEN : Invalid assertion format. 3 dot separated segments required.")
        }
        guard !parts[2].isEmpty else { throw GoogleFault.toolkit("INVALID_CUSTOM_TOKEN : Missing signature.") }
        guard let token = try? CompactJWS(parsing: text), token.unverifiedHeader.algorithm == .rs256,
            token.unverifiedHeader.type.map({ $0.lowercased() == "jwt" }) ?? true,
            let payload = try? JSONObject(parsing: token.unverifiedPayload, limits: .token)
        else { throw Self.invalid }
        guard payload["aud"]?.string?.hasSameBytes(as: Self.audience) == true,
            let account = payload["iss"]?.string, payload["sub"]?.string?.hasSameBytes(as: account) == true
        else { throw Self.invalid }
        try checkTimes(payload)
        // A `kid` is not needed: the keys of the account are tried one after the other.
        guard let signer = iam.publishedKeys(of: account, at: now), isSigned(token, by: signer.keys) else {
            throw Self.invalid
        }
        guard signer.projectID.hasSameBytes(as: projectID) else { throw GoogleFault.toolkit("CREDENTIAL_MISMATCH") }
        let uid = try uid(payload)
        let claims = try claims(payload)
        try checkTenant(payload)
        return Accepted(uid: uid, claims: claims)
    }

    private func checkTimes(_ payload: JSONObject) throws(GoogleFault) {
        // The limit for `iat` in the future lies between 0 and 600 s: 0 is the one that nobody can count on passing.
        guard let issuedAt = payload["iat"]?.integer, let expiration = payload["exp"]?.integer,
            NumericDate.claimable ~= NumericDate(secondsSinceEpoch: issuedAt),
            NumericDate.claimable ~= NumericDate(secondsSinceEpoch: expiration), issuedAt <= now,
            now < expiration + Self.expirationLeeway, 1...Self.longestLifetime ~= expiration - issuedAt
        else { throw Self.invalid }
        guard let notBefore = payload["nbf"] else { return }
        guard let time = notBefore.integer, time <= now else { throw Self.invalid }
    }

    private func isSigned(_ token: CompactJWS, by keys: [AccountKey]) -> Bool {
        keys.contains { key in
            let check = Result { () throws(JOSEError) in
                try key.certificate.publicKey.verify(
                    token.signature, over: token.signingInput, algorithm: .rs256)
            }
            if case .success = check { return true }
            return false
        }
    }

    private func uid(_ payload: JSONObject) throws(GoogleFault) -> String {
        let uid: String
        switch payload["uid"] {
        case nil, .null?: throw GoogleFault.toolkit("MISSING_IDENTIFIER")
        case .string(let text)?: uid = text
        case .integer(let number)?: uid = String(number)
        case .bool?, .decimal?, .array?, .object?: uid = ""
        }
        // Nobody has seen which characters are counted; bytes are never fewer.
        guard 1...128 ~= uid.utf8.count else {
            throw GoogleFault.toolkit(
                "INVALID_IDENTIFIER : Invalid user ID length. Expect to have length between 1 and 128.")
        }
        return uid
    }

    private func claims(_ payload: JSONObject) throws(GoogleFault) -> JSONObject {
        guard let value = payload["claims"] else { return JSONObject() }
        guard let claims = value.object else { throw GoogleFault.toolkit("INVALID_CLAIMS") }
        let forbidden = claims.names.first { name in Self.reservedNames.contains { $0.hasSameBytes(as: name) } }
        if let forbidden { throw GoogleFault.toolkit("FORBIDDEN_CLAIM : \(forbidden)") }
        return claims
    }

    private func checkTenant(_ payload: JSONObject) throws(GoogleFault) {
        switch (payload["tenant_id"], tenant) {
        case (nil, nil): return
        case (nil, _?): throw GoogleFault.internalError
        case (.string(let named)?, let asked?) where named.hasSameBytes(as: asked): return
        default:
            throw GoogleFault.toolkit(
                "TENANT_ID_MISMATCH : Specified tenant ID does not match the custom token.")
        }
    }

    /// Whether a name is refused at the top level of claims.
    static func isReserved(_ name: String) -> Bool {
        reservedNames.contains { $0.hasSameBytes(as: name) }
    }
}
