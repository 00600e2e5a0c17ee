import GoogleCloud
import OAuthClient

/// Access tokens by the key of the ring that signs: where Google refuses it, what leads on is told.
struct RingKeyTokens: AccessTokenSource {
    let tokens: any AccessTokenSource

    func accessToken() async throws(GoogleCloudError) -> AccessToken {
        do throws(GoogleCloudError) {
            return try await tokens.accessToken()
        } catch {
            guard error.code == .credentialRefused else { throw error }
            throw error.hinting(
                "where the key is disabled or deleted at Google, name another credential: --credentials FILE, or"
                    + " --credentials adc for the one of this machine; or let a key sign that Google accepts:"
                    + " token-bridge keys activate KID")
        }
    }
}
