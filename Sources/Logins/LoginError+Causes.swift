import OAuthClient

extension LoginError {
    /// What an error of the protocol means for a login at a bridge.
    init(_ error: OAuthClientError) {
        let code: Code =
            switch error.code {
            case .providerUnavailable: .bridgeUnavailable
            // The one address that is not the bridge's own word was looked at before anything was asked.
            case .answerMalformed, .answerTooLarge, .addressNotAllowed: .bridgeAnswerInvalid
            case .issuerMismatch: .bridgeAddressInvalid
            case .refusedByProvider: Self.code(ofRefusal: error.providerCode)
            case .stateMismatch: .responseInvalid
            case .cancelled: .cancelled
            case .parameterInvalid, .reservedParameter, .clientMisconfigured, .scopeNotPreconfigured: .requestInvalid
            case .requestNotAllowed, .transportNotUsable, .keySetUnusable, .tokenInactive, .audienceMismatch,
                .audienceUnprovable, .cryptographyFailed:
                .systemFailed
            }
        self.init(
            code, error.reason, retryAfterSeconds: error.retryAfterSeconds, connectionFault: error.connectionFault)
    }

    /// What an error code of OAuth means (RFC 6749, sections 4.1.2.1 and 5.2; RFC 8628, section 3.5).
    private static func code(ofRefusal name: String?) -> Code {
        switch name {
        case "access_denied": .accessDenied
        case "expired_token": .codeExpired
        case "invalid_client", "unauthorized_client": .clientNotAllowed
        case "temporarily_unavailable", "server_error": .bridgeUnavailable
        default: .refusedByBridge
        }
    }

    /// Runs a step of the protocol.
    ///
    /// - Parameter step: The step.
    /// - Returns: What it returns.
    /// - Throws: `LoginError` for what it throws.
    static func mapping<Value>(_ step: () throws(OAuthClientError) -> Value) throws(LoginError) -> Value {
        do throws(OAuthClientError) {
            return try step()
        } catch {
            throw LoginError(error)
        }
    }
}
