import Logins

extension LoginError.Code {
    /// How a command ends.
    var exitCode: ExitCode {
        switch self {
        case .accessDenied, .codeExpired, .cancelled: .denied
        case .clientNotAllowed, .loginNotOffered, .bridgeAddressInvalid, .requestInvalid: .configuration
        case .refusedByBridge, .responseInvalid: .refused
        case .bridgeUnavailable: .temporary
        case .bridgeAnswerInvalid: .provider
        case .systemFailed: .failure
        }
    }

    /// What to do about it; nil where the reason says it all.
    var hint: String? {
        switch self {
        case .codeExpired: "run the login again for a new code"
        case .clientNotAllowed:
            "register the client in the bridge's configuration with the grants and providers it needs, or name another with --client-id, or sign in with --device"
        case .loginNotOffered:
            "a client of the bridge must be registered for this kind of login; or use the other kind: --device or --browser"
        case .bridgeUnavailable: "try again later"
        case .bridgeAnswerInvalid: "is this the address of a token bridge?"
        case .bridgeAddressInvalid:
            "use the issuer of the bridge as its configuration has it: https, or http on this machine"
        case .responseInvalid: "start the login again; if it happens again, tell the operator of the bridge"
        case .accessDenied, .cancelled, .refusedByBridge, .requestInvalid, .systemFailed: nil
        }
    }
}
