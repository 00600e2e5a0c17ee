/// Why an app gets no code, and who is told.
public enum AuthorizationEndpointError: Error, Sendable {
    /// The person, on a page: client or redirect address are wrong, so nobody is sent anywhere (RFC 6749, section
    /// 4.1.2.1).
    case showPage(BridgeError)
    /// The app, by this redirect.
    case redirect(AuthorizationRedirect, BridgeError)

    /// What is wrong.
    public var cause: BridgeError {
        switch self {
        case .showPage(let error), .redirect(_, let error): error
        }
    }
}
