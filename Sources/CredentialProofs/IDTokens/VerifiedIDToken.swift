import JOSE
import OAuthClient
import Providers
import StrictJSON

/// An ID token that all rules have been held against.
///
/// Only `IDTokenVerifier` makes one.
struct VerifiedIDToken: Sendable {
    /// All claims.
    let claims: JSONObject
    /// The client of ours that it was issued to.
    let client: String
    /// The account.
    let subject: SubjectID
    /// When and how the person signed in.
    let authentication: AuthenticationFacts
    /// When it expires.
    let expiration: NumericDate
    /// Bytes that no other token has, and that nobody but the signer can change.
    let unmistakable: [UInt8]
    /// The time that the rules were held against.
    let provenAt: NumericDate

    fileprivate init(
        _ token: VerifiedJWT, _ jws: CompactJWS, subject: SubjectID, authentication: AuthenticationFacts,
        provenAt: NumericDate
    ) {
        unmistakable = jws.unmistakable
        self.provenAt = provenAt
        claims = token.claims
        client = token.audience
        expiration = token.expiration
        self.subject = subject
        self.authentication = authentication
    }
}

/// Holds ID tokens of one provider against all rules (OpenID Connect Core, section 3.1.3.7).
struct IDTokenVerifier: Sendable {
    private let connection: ProviderConnection
    private let policy: IDTokenPolicy
    private let verifier: JWTVerifier
    private let now: NumericDate

    /// Makes a verifier for one moment.
    ///
    /// - Throws: `CredentialError` with code `credentialTypeNotAccepted` where the provider issues no ID tokens.
    init(
        _ connection: ProviderConnection, keys: VerificationKeySet, metadataIssuer: String?, now: NumericDate
    ) throws(CredentialError) {
        guard let policy = connection.provider.idToken,
            let issuer = TokenIssuer(connection.provider, metadataIssuer: metadataIssuer)
        else {
            throw CredentialError(
                .credentialTypeNotAccepted,
                "\(connection.provider.id): ID tokens are not accepted: the provider issues none that prove anything")
        }
        self.connection = connection
        self.policy = policy
        self.now = now
        verifier = JWTVerifier(
            algorithms: policy.algorithms, keys: keys, issuer: issuer, audience: connection.idTokenAudience,
            type: .plain,
            clock: FixedWallClock(now), leeway: policy.leeway)
    }

    /// Verifies a token.
    ///
    /// - Throws: `CredentialError`, which says which rule it broke.
    func verify(_ token: CompactJWS, _ binding: IDTokenBinding) throws(CredentialError) -> VerifiedIDToken {
        let verified: VerifiedJWT
        let authentication: AuthenticationFacts
        do throws(JOSEError) {
            verified = try verifier.verify(token)
            try Self.requireSingleAudience(verified)
            try Self.refuseEvents(verified.claims)
            try Self.refuseAccessTokens(verified.claims)
            try IDTokenTimes(policy: policy, rules: connection.provider.preset.preset.idToken, now: now).check(verified)
            authentication = try AuthenticationFacts(verified.claims)
            try policy.check(authentication, claims: verified.claims, now: now)
        } catch {
            throw CredentialError(error, "\(connection.provider.id): the ID token")
        }
        try checkKeyIssuer(of: verified)
        try check(verified.claims, binding)
        try TokenHashes(subject: connection.provider.id).check(verified, binding)
        return VerifiedIDToken(
            verified, token, subject: try subject(in: verified.claims),
            authentication: authentication, provenAt: now)
    }

    /// OIDC-08: whoever shares the secret could have signed, so nobody else may be meant.
    private static func requireSingleAudience(_ token: VerifiedJWT) throws(JOSEError) {
        switch token.header.algorithm {
        case .hs256, .hs384, .hs512:
            guard (token.claims["aud"]?.array?.count ?? 1) == 1 else {
                throw JOSEError(
                    .audienceMismatch,
                    "the token is signed with a shared secret (\(token.header.algorithm.rawValue)) and has several audiences (aud)"
                )
            }
        case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512, .es256, .es384, .es512, .edDSA: break
        }
    }

    /// Logout tokens and security events (RFC 8417, section 2.2) have issuer, audience and subject as ID tokens do, and
    /// not all of them say in their header what they are.
    private static func refuseEvents(_ claims: JSONObject) throws(JOSEError) {
        guard claims["events"] == nil else {
            throw JOSEError(.typeMismatch, "the token tells of events: it is a logout token or security event")
        }
    }

    /// Access and refresh tokens that are JWTs have an issuer and a subject too, and sometimes our client as audience:
    /// whoever serves resources gets them from our users, and must not sign in with them.
    private static func refuseAccessTokens(_ claims: JSONObject) throws(JOSEError) {
        try requireIDToken("typ", in: claims)
        try requireIDToken("token_use", in: claims)
        // RFC 9068, sections 2.2 and 2.2.3, where the header does not say at+jwt.
        if claims["client_id"] != nil, claims["scope"] != nil || claims["scp"] != nil {
            throw JOSEError(.typeMismatch, "the token has client_id and scopes: it is an access token")
        }
    }

    private static func requireIDToken(_ name: String, in claims: JSONObject) throws(JOSEError) {
        guard let kind = claims[name]?.string, kind.lowercased() != "id" else { return }
        throw JOSEError(.typeMismatch, "the token says that it is \(kind.quotedExcerpt) (\(name)), not an ID token")
    }

    /// Returns if the key is for the token's issuer, where its set says whom it is for (PRV-22).
    ///
    /// Microsoft has keys of single tenants among those of all.
    private func checkKeyIssuer(of token: VerifiedJWT) throws(CredentialError) {
        guard case .microsoft = connection.provider.preset.acceptedIssuers, let keyIssuer = token.keyIssuer else {
            return
        }
        let tenant = token.claims["tid"]?.string ?? ""
        guard token.issuer.hasSameBytes(as: keyIssuer.replacing(IssuerTemplate.placeholder, with: tenant)) else {
            throw CredentialError(
                .credentialInvalid,
                "\(connection.provider.id): the ID token of \(token.issuer.quotedExcerpt) is signed with a key of \(keyIssuer.quotedExcerpt)"
            )
        }
    }

    private func check(_ claims: JSONObject, _ binding: IDTokenBinding) throws(CredentialError) {
        for requirement in connection.provider.preset.preset.idToken?.requirements ?? [] {
            try RequirementCheck(
                requirement, audience: connection.provider.preset.audience, kakaoAppNumber: nil, now: now
            )
            .check(.object(claims), "\(connection.provider.id): the ID token")
        }
        guard case .caller(let nonce) = binding.nonce else { return }
        let rule = NonceCheck(
            rule: policy.nonce, presetRule: connection.provider.preset.preset.authorization.nonce,
            subject: connection.provider.id)
        try rule.check(claims, nonce)
    }

    /// The account (OIDC-15), of which `sub` must always be there, whatever else identifies it.
    private func subject(in claims: JSONObject) throws(CredentialError) -> SubjectID {
        let standard = try connection.provider.attempt("the ID token") { () throws(ProviderError) in
            try SubjectID(claims["sub"])
        }
        guard standard.value.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
            throw CredentialError(
                .credentialInvalid, "\(connection.provider.id): the ID token's subject (sub) is not printable ASCII")
        }
        return try connection.provider.attempt("the ID token") { () throws(ProviderError) in
            try connection.provider.preset.subject.subject(in: .object(claims))
        }
    }
}

extension CompactJWS {
    /// Bytes that no other token has, and that nobody but the signer can change: what a replay mark is made of.
    ///
    /// An RSA signature is a number below the modulus that nobody else can make another of, and shorter than what it
    /// signs. An ECDSA signature can be turned into another that is right too: there it is what is signed.
    fileprivate var unmistakable: [UInt8] {
        switch unverifiedHeader.algorithm {
        case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512: signature
        case .es256, .es384, .es512, .edDSA, .hs256, .hs384, .hs512: signingInput
        }
    }
}
