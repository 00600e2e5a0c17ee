import OAuthClient

/// An access token that is kept until shortly before its end, and asked for once however many callers want it.
actor KeptAccessToken: AccessTokenSource {
    /// How long before its end a token is not used any more: 3 minutes and 45 seconds, as Google's libraries do.
    static let margin = Duration.seconds(225)

    private let grant: any TokenGrant
    private let clock: any MonotonicClock
    private var kept: (token: AccessToken, end: MonotonicInstant)?
    private var request: Task<Result<GrantedToken, GoogleCloudError>, Never>?

    init(_ grant: any TokenGrant, clock: any MonotonicClock) {
        self.grant = grant
        self.clock = clock
    }

    func accessToken() async throws(GoogleCloudError) -> AccessToken {
        if let kept, clock.now() < kept.end { return kept.token }
        // A request that others wait for too is not given up when one caller is.
        let request = request ?? begun()
        return try await request.value.get().token
    }

    private func begun() -> Task<Result<GrantedToken, GoogleCloudError>, Never> {
        // From before the request: the token's time runs from when it was made.
        let start = clock.now()
        let request = Task { [grant] in
            let result: Result<GrantedToken, GoogleCloudError>
            do throws(GoogleCloudError) {
                result = .success(try await grant.token())
            } catch {
                result = .failure(error)
            }
            keep(result, start)
            return result
        }
        self.request = request
        return request
    }

    private func keep(_ result: Result<GrantedToken, GoogleCloudError>, _ start: MonotonicInstant) {
        request = nil
        guard case .success(let granted) = result else { return }
        // Of a token with a short life, half of it.
        let life = max(granted.lifetime - Self.margin, granted.lifetime / 2)
        kept = (granted.token, start + life)
    }
}
