/// What a person can understand, and do, about an error.
///
/// Many codes mean the same to a person; the code itself is shown, too.
public enum PageProblem: Sendable, CaseIterable {
    /// The person, or the provider for the person, said no.
    case denied
    /// The browser's sign-in is not known any more.
    case signInLost
    /// The code is unknown or used.
    case codeInvalid
    /// The code's time is over.
    case codeExpired
    /// Too much was tried.
    case tooManyAttempts
    /// The provider does not answer now.
    case providerUnavailable
    /// The provider answered what cannot be used.
    case providerFailed
    /// The operator has to mend something.
    case notSetUp
    /// What the provider gave was not given for this service, or may not have been.
    case notForThisService
    /// What the provider gave could not be verified.
    case notConfirmed
    /// What the provider gave is too old or was used.
    case usedUp
    /// A part of this service does not answer now.
    case serviceUnavailable
    /// The device or app asks in a wrong way.
    case requestWrong
    /// The device or app may not do this.
    case notAllowed
    /// The person's account cannot be used here.
    case accountUnusable
    /// Anything else.
    case unexpected

    /// What a code means to a person.
    ///
    /// - Parameter code: The stable code of an error, such as `ACCESS_DENIED`; an unknown one is ``unexpected``.
    public init(code: String) {
        // Codes are ASCII; what is only canonically equivalent to one is another code.
        let known = code.utf8.allSatisfy { $0 < 0x80 } ? Self.byCode[code] : nil
        self = known ?? .unexpected
    }

    /// The status code that fits where nothing else decides.
    public var status: Int {
        switch self {
        case .signInLost, .codeInvalid, .codeExpired, .notForThisService, .notConfirmed, .usedUp, .requestWrong: 400
        case .denied, .notAllowed, .accountUnusable: 403
        case .tooManyAttempts: 429
        case .notSetUp, .unexpected: 500
        case .providerFailed: 502
        case .providerUnavailable, .serviceUnavailable: 503
        }
    }
}
