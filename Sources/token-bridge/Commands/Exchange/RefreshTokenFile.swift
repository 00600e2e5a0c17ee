import CredentialProofs
import CustomTokens
import OAuthClient
import StrictJSON

/// The file that holds a refresh token from one sign-in to the next.
struct RefreshTokenFile: RefreshTokenKeeper {
    /// The path.
    let path: String
    /// The token that was redeemed, which the file holds already.
    let redeemed: RefreshToken
    /// Whether the token is written though it is the old one, because the file is another one.
    let isWritten: Bool
    /// Where the person is told.
    let console: Console

    func keep(_ token: RefreshToken) async throws(CredentialError) {
        let isNew = !token.secretText.hasSameBytes(as: redeemed.secretText)
        guard isNew || isWritten else { return }
        do throws(CustomTokenError) {
            try PrivateFile.replace(path, with: [UInt8]((token.secretText + "\n").utf8))
        } catch {
            throw .refreshTokenNotKept(
                "the refresh token was redeemed, and the new one could not be kept: \(error.reason)")
        }
        if isNew { console.note("the provider gave a new refresh token, which is in \(path.argumentExcerpt)") }
    }
}
