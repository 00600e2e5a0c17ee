import OAuthClient

/// How a transfer ended.
struct TransferOutcome: Sendable {
    /// The answer, or why there is none.
    let result: Result<HTTPResponse, TransferFailure>
    /// How often the request may have reached the server.
    let sends: Int
}
