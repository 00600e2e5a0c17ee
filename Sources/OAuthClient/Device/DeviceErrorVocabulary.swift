import StrictJSON

/// How a provider words refusals in the device flow: where it writes the code, and what the codes mean.
///
/// A code without a meaning ends the flow (RFC 8628, section 3.5).
public struct DeviceErrorVocabulary: Sendable {
    /// Where a provider writes its error code.
    public enum Location: Sendable {
        /// The member `error`, a string (RFC 6749, section 5.2).
        case error
        /// The member `message`.
        case message
        /// The member `error_subcode` of the object `error`.
        case errorSubcode
    }

    /// What an error code means for the flow.
    public enum Meaning: Sendable {
        /// The person has not decided yet.
        case pending
        /// The person has not decided yet, and the polls come too fast.
        case slowDown
        /// The person said no.
        case denied
        /// The code is too old, or was used.
        case expired
    }

    /// The provider's name, for messages.
    public let provider: String
    /// Where the provider writes its error code.
    public let location: Location
    private let meanings: [(code: String, meaning: Meaning)]

    /// Makes a vocabulary.
    ///
    /// - Parameters:
    ///   - provider: The provider's name, for messages.
    ///   - location: Where the provider writes its error code.
    ///   - meanings: The codes that do not simply end the flow.
    public init(provider: String, location: Location, meanings: [(code: String, meaning: Meaning)]) {
        self.provider = provider
        self.location = location
        self.meanings = meanings
    }

    /// The words of RFC 8628, section 3.5.
    ///
    /// - Parameters:
    ///   - provider: The provider's name, for messages.
    ///   - additions: Codes that the provider has beside them.
    /// - Returns: The vocabulary.
    public static func standard(
        provider: String, additions: [(code: String, meaning: Meaning)] = []
    ) -> DeviceErrorVocabulary {
        DeviceErrorVocabulary(provider: provider, location: .error, meanings: standardMeanings + additions)
    }

    private static let standardMeanings: [(code: String, meaning: Meaning)] = [
        ("authorization_pending", .pending), ("slow_down", .slowDown), ("access_denied", .denied),
        ("expired_token", .expired),
    ]

    /// GitHub, and GitHub Enterprise Server: refusals come with status 200.
    public static let gitHub = standard(provider: "GitHub")
    /// Google.
    public static let google = standard(provider: "Google")
    /// Microsoft Entra ID.
    public static let microsoft = standard(
        provider: "Microsoft", additions: [("authorization_declined", .denied), ("bad_verification_code", .expired)])
    /// Facebook's device login, which is older than RFC 8628.
    public static let facebook = DeviceErrorVocabulary(
        provider: "Facebook", location: .errorSubcode,
        meanings: [("1349174", .pending), ("1349172", .slowDown), ("1349173", .denied), ("1349152", .expired)])
    /// Twitch.
    public static let twitch = DeviceErrorVocabulary(
        provider: "Twitch", location: .message,
        meanings: [("authorization_pending", .pending), ("invalid device code", .expired)])
    /// Login with Amazon.
    public static let amazon = standard(provider: "Amazon", additions: [("expired", .expired)])

    /// What a code means; nil where it ends the flow.
    func meaning(of code: String) -> Meaning? {
        meanings.first { $0.code.hasSameBytes(as: code) }?.meaning
    }
}
