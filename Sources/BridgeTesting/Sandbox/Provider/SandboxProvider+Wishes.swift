import Threads
public import OAuthClient
import HTTPServer
import StrictJSON

/// The tokens of a sign-in at the sandbox provider.
public struct SandboxTokens: Sendable {
    /// The ID token.
    public let idToken: UnverifiedIDToken
    /// The access token.
    public let accessToken: AccessToken
    /// The refresh token.
    public let refreshToken: RefreshToken
}

extension SandboxProvider {
    /// Genuine tokens of a person for any client, without a page: those of another client must be refused by ours.
    ///
    /// - Parameters:
    ///   - client: The identifier of the client.
    ///   - name: Who signs in.
    ///   - nonce: The nonce of the ID token; nil for none.
    /// - Returns: The tokens.
    /// - Throws: `SandboxError` with code `unknown` or `failed`.
    public func tokens(
        for client: String, as name: String, nonce: String? = nil
    ) throws(SandboxError) -> SandboxTokens {
        guard let client = self.client(client) else { throw SandboxError(.unknown, "there is no such client here") }
        guard let user = user(name) else { throw SandboxError(.unknown, "there is no such person here") }
        let now = try source.now()
        let grant = SandboxGrant(
            client: client, user: user, scopes: ["openid", "email", "profile"], nonce: nonce, authenticationTime: now,
            family: try source.unguessable())
        do throws(OAuthFault) {
            let answer = try answer(for: grant, client.signingAlgorithm, now)
            return SandboxTokens(
                idToken: UnverifiedIDToken(answer["id_token"]?.string ?? ""),
                accessToken: AccessToken(answer["access_token"]?.string ?? ""),
                refreshToken: RefreshToken(answer["refresh_token"]?.string ?? ""))
        } catch {
            throw SandboxError(.failed, error.description)
        }
    }

    /// What a test may wish over HTTP: new keys, old keys forgotten, or tokens of any client without a page.
    func wish(_ request: SandboxRequest) throws(OAuthFault) -> ServerResponse {
        do throws(SandboxError) {
            switch request.path {
            case "sandbox/rotate": try rotateKeys()
            case "sandbox/forget-keys": forgetOldKeys()
            default:
                let form = request.form ?? FormParameters()
                let tokens = try tokens(
                    for: form["client_id"] ?? "", as: form["user"] ?? "", nonce: form["nonce"])
                return .sandboxJSON(
                    .of([
                        "id_token": .string(tokens.idToken.secretText),
                        "access_token": .string(tokens.accessToken.secretText),
                        "refresh_token": .string(tokens.refreshToken.secretText),
                    ]))
            }
            return .sandboxJSON(state.withLock { $0.keys.document })
        } catch {
            throw error.code == .unknown ? OAuthFault.invalidRequest(error.reason) : OAuthFault(error)
        }
    }
}
