import OAuthClient

/// Why a transfer gave no answer: fixed words, nothing of the request or the answer.
struct TransferFailure: Error {
    /// The code of the error.
    let code: OAuthClientError.Code
    /// How far it had come.
    let phase: TransferPhase
    /// The cause, in words.
    let cause: String
    /// Whether no connection came about though trying again may help.
    let isMissedConnection: Bool
    /// What must be changed before a connection comes about; nil where it may come about by itself.
    let fault: ConnectionFault?

    init(
        _ code: OAuthClientError.Code, _ phase: TransferPhase, _ cause: String, isMissedConnection: Bool = false,
        fault: ConnectionFault? = nil
    ) {
        self.code = code
        self.phase = phase
        self.cause = cause
        self.isMissedConnection = isMissedConnection
        self.fault = fault
    }

    /// The error for the caller, which names the endpoint.
    func error(for request: HTTPRequest) -> OAuthClientError {
        OAuthClientError(code, "\(request) failed (\(phase.rawValue)): \(cause)", connectionFault: fault)
    }
}
