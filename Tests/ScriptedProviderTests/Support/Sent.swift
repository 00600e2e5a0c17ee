import JOSE
import OAuthClient
import Testing

/// What devices and our client send: each is one that no message may show.
enum Sent: Sendable {
    static let secret = "9cRet+7xQ/kLm2ZtVb8w"
    static let code = "4q0AfJohXkSp1xlOBeZQ"
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let nonce = "n-0S6_WzA2MjQw8vT3kZr5cE"
    static let refreshToken = "1r5cuBUT0vPhIMkcCgAEq8wZ"
    static let newRefreshToken = "8yNewRUT1wQhJNldDhBFr9xA"
    static let accessToken = "aT7pV2qLx9mWc4RbJd6uYe1s"
    static let newAccessToken = "bU8rW3sMy0nXd5ScKe7vZf2t"
    static let deviceCode = "gD3vCqN8fKw2ZpLh7sXb5mRt"
    static let clientToken = "c1iTok3n5f0a9e8b7d6c2a41"

    static let all = [
        secret, code, verifier, nonce, refreshToken, newRefreshToken, accessToken, newAccessToken, deviceCode,
        clientToken,
    ]

    static let now = NumericDate(secondsSinceEpoch: 1_796_011_924)
    static let redirectURI = "https://bridge.test/callback/p"

    /// A code with its proof key.
    static func grant(_ code: String = code, proofKey: ProofKeyUse? = nil) throws -> AuthorizationCodeGrant {
        try AuthorizationCodeGrant(
            code: AuthorizationCode(code), redirectURI: RedirectURI(redirectURI),
            proofKey: proofKey ?? .s256(ProofKey(restoring: verifier)))
    }
}
