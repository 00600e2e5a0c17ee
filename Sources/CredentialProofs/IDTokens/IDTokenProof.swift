import Cryptography
package import JOSE
public import OAuthClient
import Providers
import StrictJSON

/// P2: an ID token, which its issuer signed for a client of ours.
public struct IDTokenProof: Sendable {
    let connection: ProviderConnection

    /// Makes the proof of a provider.
    ///
    /// - Parameter connection: The provider.
    public init(_ connection: ProviderConnection) {
        self.connection = connection
    }

    /// Proves who somebody is.
    ///
    /// - Parameters:
    ///   - token: The ID token.
    ///   - nonce: What it must be bound to.
    /// - Returns: The identity.
    /// - Throws: `CredentialError`.
    public func identity(
        from token: UnverifiedIDToken, nonce: CallerNonce
    ) async throws(CredentialError) -> VerifiedIdentity {
        let provider = connection.provider
        try provider.require(.idToken)
        return try identity(of: try await verified(token, IDTokenBinding(nonce: .caller(nonce))))
    }

    /// Proves who somebody is, with keys that are at hand: what `identity(from:nonce:)` does once it has them.
    ///
    /// - Parameters:
    ///   - token: The ID token.
    ///   - nonce: What it must be bound to.
    ///   - keys: The provider's keys.
    /// - Returns: The identity.
    /// - Throws: `CredentialError`.
    package func identity(
        from token: UnverifiedIDToken, nonce: CallerNonce, keys: VerificationKeySet
    ) throws(CredentialError) -> VerifiedIdentity {
        try connection.provider.require(.idToken)
        let verifier = try IDTokenVerifier(
            connection, keys: keys, metadataIssuer: nil, now: connection.now())
        return try identity(of: verifier.verify(parsed(token), IDTokenBinding(nonce: .caller(nonce))))
    }

    private func identity(of token: VerifiedIDToken) throws(CredentialError) -> VerifiedIdentity {
        VerifiedIdentity(
            provider: connection.provider, profile: try connection.provider.profile(of: token), client: token.client,
            authentication: token.authentication, proof: .idTokenVerified, provenAt: token.provenAt,
            replayMark: try connection.provider.replayMark(of: token))
    }

    /// Holds a token against all rules.
    func verified(
        _ token: UnverifiedIDToken, _ binding: IDTokenBinding
    ) async throws(CredentialError) -> VerifiedIDToken {
        let jws = try parsed(token)
        let issuer = try await metadataIssuer()
        let keys = try await keys(for: jws.unverifiedHeader)
        return try IDTokenVerifier(connection, keys: keys, metadataIssuer: issuer, now: connection.now())
            .verify(jws, binding)
    }

    /// A token whose algorithm is one that is accepted, looked at before a key is chosen.
    private func parsed(_ token: UnverifiedIDToken) throws(CredentialError) -> CompactJWS {
        do throws(JOSEError) {
            let jws = try CompactJWS(parsing: token.secretText)
            try connection.provider.idToken?.algorithms.require(jws.unverifiedHeader.algorithm)
            return jws
        } catch {
            throw CredentialError(error, "\(connection.provider.id): the ID token")
        }
    }

    /// The issuer that the metadata names, where the accepted one depends on it.
    private func metadataIssuer() async throws(CredentialError) -> String? {
        guard case .microsoft(.domain) = connection.provider.preset.acceptedIssuers else { return nil }
        return try await connection.metadata()?.issuer
    }

    /// The keys of an algorithm that the policy accepts: our secret for HMAC, else the provider's keys (PRV-23).
    ///
    /// Neither ever stands in for the other.
    private func keys(for header: JOSEHeader) async throws(CredentialError) -> VerificationKeySet {
        let provider = connection.provider
        switch header.algorithm {
        case .hs256, .hs384, .hs512:
            guard let secret = provider.credential.secret else {
                throw CredentialError(
                    .providerMisconfigured,
                    "\(provider.id): the ID token is signed with the client secret, and none is configured")
            }
            do {
                let key = try HMACKey(secret: [UInt8](secret.secretText.utf8), algorithm: header.algorithm)
                return VerificationKeySet(entries: [.init(keyID: header.keyID, algorithm: header.algorithm, key: key)])
            } catch {
                throw CredentialError(
                    .providerMisconfigured,
                    "\(provider.id): the client secret is too short for \(header.algorithm.rawValue)")
            }
        case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512, .es256, .es384, .es512, .edDSA:
            do throws(OAuthClientError) {
                return try await connection.keys.keys(for: header)
            } catch {
                throw CredentialError(document: error, provider.id)
            }
        }
    }
}

extension ConfiguredProvider {
    /// Returns if credentials of a kind are accepted (PRV-01).
    ///
    /// - Throws: `CredentialError` with code `credentialTypeNotAccepted` or, for access tokens of which nothing tells
    ///   the client, `audienceUnprovable`; both say what is accepted.
    func require(_ kind: ProviderCredentialKind) throws(CredentialError) {
        guard !preset.acceptedCredentials.contains(kind) else { return }
        let accepted = preset.acceptedCredentials.filter { $0 != .deviceCode }.map(\.words)
        let advice = accepted.isEmpty ? "" : "; send \(accepted.joined(separator: ", or ")) instead"
        let check = preset.preset.accessTokenCheck
        let isSwitchedOff = check.activation == .byDefault && check.method.isProof
        guard kind == .accessToken, !isSwitchedOff else {
            throw CredentialError(
                .credentialTypeNotAccepted, "\(id): \(kind.words) is not accepted for this provider\(advice)")
        }
        let reason = check.reason.map { " (\($0))" } ?? ""
        throw CredentialError(
            .audienceUnprovable,
            "\(id): nothing tells which client an access token of this provider was issued to\(reason)\(advice)")
    }

    /// The profile in the claims of a token.
    func profile(of token: VerifiedIDToken) throws(CredentialError) -> ProviderProfile {
        try attempt("the ID token") { () throws(ProviderError) in try preset.profile(from: [.object(token.claims)]) }
    }

    /// The mark of a token.
    func replayMark(of token: VerifiedIDToken) throws(CredentialError) -> ReplayMark {
        do {
            let digest = try SHA256Digest(of: token.unmistakable).hexadecimal
            return ReplayMark(digest: digest, expiration: token.expiration + (idToken?.leeway.seconds ?? 0))
        } catch {
            throw CredentialError(error, id)
        }
    }
}

extension ProviderCredentialKind {
    /// The kind in words, with its article.
    var words: String {
        switch self {
        case .code: "the authorization code with its code_verifier"
        case .idToken: "the ID token"
        case .accessToken: "the access token"
        case .refreshToken: "the refresh token"
        case .deviceCode: "a device code of ours"
        }
    }
}
