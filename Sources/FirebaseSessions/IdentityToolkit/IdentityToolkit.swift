import CustomTokens
public import OAuthClient
import StrictJSON

/// A client of Identity Toolkit and Secure Token, with the API key of one project.
///
/// Each request is written in one way, and each answer read strictly; what they say is believed only after the ID token
/// was verified.
public struct IdentityToolkit: Sendable {
    private let connection: FirebaseConnection
    private let apiKey: WebAPIKey

    /// Makes a client.
    ///
    /// - Parameters:
    ///   - connection: The way to Firebase.
    ///   - apiKey: The web API key, which names the project.
    public init(_ connection: FirebaseConnection, apiKey: WebAPIKey) {
        self.connection = connection
        self.apiKey = apiKey
    }

    /// Signs a custom token in; asked for is always a refresh token, and the tenant is named if the token names one.
    ///
    /// It is sent again where Firebase is out of order: a custom token can be signed in as often as one likes.
    ///
    /// - Parameter token: The custom token.
    /// - Returns: The tokens.
    /// - Throws: `FirebaseSessionError`.
    public func signIn(with token: UnverifiedCustomToken) async throws(FirebaseSessionError) -> SignInAnswer {
        var body = JSONObject()
        body["token"] = .string(token.secretText)
        body["returnSecureToken"] = true
        body["tenantId"] = token.tenantID.map { .string($0.value) }
        let url = try connection.endpoints.signIn(apiKey)
        let answer = try await reader(
            .post(url, fields: Self.json, body: body.compactBytes), [token.secretText], .afterAnyFailure)
        guard let idToken = try answer.text("idToken") else { throw answer.invalid("has no ID token") }
        guard let refreshToken = try answer.text("refreshToken") else { throw answer.invalid("has no refresh token") }
        return SignInAnswer(idToken: UnverifiedIDToken(idToken), refreshToken: RefreshToken(refreshToken))
    }

    /// Redeems a refresh token.
    ///
    /// It is sent again only where the service said that it did nothing: where an answer is lost, the token may have been
    /// replaced by a new one.
    ///
    /// - Parameter token: The refresh token.
    /// - Returns: The tokens; the new refresh token must be kept before anything else is done.
    /// - Throws: `FirebaseSessionError`.
    public func refresh(_ token: RefreshToken) async throws(FirebaseSessionError) -> RefreshAnswer {
        let url = try connection.endpoints.refresh(apiKey)
        let form = "grant_type=refresh_token&refresh_token=\(FormURLEncoding.encode(token.secretText))"
        let answer = try await reader(
            .post(url, fields: Self.form, body: [UInt8](form.utf8)), [token.secretText], .whereNothingWasDone)
        let idToken = try? answer.text("id_token") ?? answer.text("access_token")
        return RefreshAnswer(
            idToken: idToken.map { UnverifiedIDToken($0) },
            refreshToken: try answer.text("refresh_token").map { RefreshToken($0) })
    }

    /// Looks the account of an ID token up, which says whether the session was revoked.
    ///
    /// - Parameter token: The ID token.
    /// - Returns: What is said of the account.
    /// - Throws: `FirebaseSessionError`.
    public func account(of token: VerifiedFirebaseIDToken) async throws(FirebaseSessionError) -> AccountAnswer {
        var body = JSONObject()
        body["idToken"] = .string(token.secretText)
        body["tenantId"] = token.tenant.map { .string($0) }
        let url = try connection.endpoints.lookUp(apiKey)
        return try await reader(
            .post(url, fields: Self.json, body: body.compactBytes), [token.secretText], .afterAnyFailure
        ).account()
    }

    private static let json = [HTTPField(name: "Content-Type", value: "application/json")]
    private static let form = [HTTPField(name: "Content-Type", value: "application/x-www-form-urlencoded")]

    private func reader(
        _ request: HTTPRequest, _ sent: [String], _ repetition: RepeatedRequest.Repetition
    ) async throws(FirebaseSessionError) -> AnswerReader {
        let secrets = SentSecrets(sent)
        let response = try await RepeatedRequest(connection, secrets, repetition).response(to: request)
        return try AnswerReader(response, from: request.url)
    }
}
