public import Cryptography
public import JOSE
import StrictJSON

/// Signs the assertions by which a client proves who it is (RFC 7523, section 3): a new one for each request.
public struct ClientAssertionSigner: Sendable {
    /// How long an assertion is good for, in seconds.
    static let lifetime: Int64 = 300

    private let signer: any JWSSigner
    private let keyID: String?
    private let audience: String
    private let clock: any WallClock
    private let random: any RandomSource

    /// Makes a signer.
    ///
    /// - Parameters:
    ///   - signer: The private key.
    ///   - keyID: The `kid` that the provider knows the key by.
    ///   - audience: The provider's issuer identifier, or its token endpoint where it asks for that.
    ///   - clock: The clock.
    ///   - random: Where `jti` comes from.
    /// - Throws: `OAuthClientError` with code `clientMisconfigured` for an empty audience, or a key that is no private
    ///   key.
    public init(
        _ signer: any JWSSigner, keyID: String?, audience: String, clock: any WallClock, random: any RandomSource
    ) throws(OAuthClientError) {
        try SignedClaims.check(signer, audience: audience)
        self.signer = signer
        self.keyID = keyID
        self.audience = audience
        self.clock = clock
        self.random = random
    }

    /// A new assertion for a client.
    ///
    /// - Parameter client: The client, which is both issuer and subject.
    /// - Returns: The assertion, good for five minutes.
    /// - Throws: `OAuthClientError` with code `cryptographyFailed`.
    public func assertion(for client: ClientIdentifier) throws(OAuthClientError) -> ClientAssertion {
        var claims = try SignedClaims(
            issuer: client.text, subject: client.text, audience: audience, lifetime: Self.lifetime, clock: clock)
        claims.members["jti"] = .string(try UnguessableText.make(random))
        return ClientAssertion(try claims.serialized(by: signer, keyID: keyID))
    }
}

/// A client secret that is a token, signed anew for each request, as Apple has it.
public struct SignedClientSecret: Sendable {
    private let signer: any JWSSigner
    private let keyID: String
    private let issuer: String
    private let audience: String
    private let clock: any WallClock

    /// Makes a signer of secrets.
    ///
    /// - Parameters:
    ///   - signer: The private key; for Apple one for ES256.
    ///   - keyID: The `kid` that the provider knows the key by.
    ///   - issuer: Who owns the key; for Apple the team's identifier.
    ///   - audience: Whom the secret is for; for Apple `https://appleid.apple.com`.
    ///   - clock: The clock.
    /// - Throws: `OAuthClientError` with code `clientMisconfigured` for an empty text, or a key that is no private key.
    public init(
        _ signer: any JWSSigner, keyID: String, issuer: String, audience: String, clock: any WallClock
    ) throws(OAuthClientError) {
        try SignedClaims.check(signer, audience: audience)
        guard !keyID.isEmpty, !issuer.isEmpty else {
            throw OAuthClientError(.clientMisconfigured, "the key of a signed client secret needs a kid and an issuer")
        }
        self.signer = signer
        self.keyID = keyID
        self.issuer = issuer
        self.audience = audience
        self.clock = clock
    }

    /// A new secret for a client.
    ///
    /// - Parameter client: The client, which is the subject.
    /// - Returns: The secret, good for five minutes.
    /// - Throws: `OAuthClientError` with code `cryptographyFailed`.
    public func secret(for client: ClientIdentifier) throws(OAuthClientError) -> ClientSecret {
        let claims = try SignedClaims(
            issuer: issuer, subject: client.text, audience: audience, lifetime: ClientAssertionSigner.lifetime,
            clock: clock)
        return ClientSecret(try claims.serialized(by: signer, keyID: keyID))
    }
}
