/// How a device without a browser is served.
public struct DeviceFlowRule: Sendable {
    /// Whether there is a flow.
    public enum Availability: String, Sendable {
        /// There is none.
        case none
        /// There is one.
        case available
        /// The provider's metadata says whether there is one.
        case ifAdvertised = "if-advertised"
        /// There is one of which too little is known: only if the configuration switches it on.
        case onlyIfConfigured = "only-if-configured"
    }

    /// The names that a provider's answers use.
    public enum Vocabulary: String, Sendable {
        /// Those of RFC 8628.
        case standard
        /// Errors with status 200; `slow_down` brings the new interval.
        case gitHub = "github"
        /// `verification_url`.
        case google
        /// `authorization_declined`, `bad_verification_code`.
        case microsoft
        /// `code` in the place of the device code; errors are numbers in `error.error_subcode`.
        case facebook
        /// `scopes`; errors are in `message`.
        case twitch
        /// `grant_type=device_code` with the user code.
        case amazon
        /// `grant_type=device` at the token endpoint.
        case salesforce
        /// The client identifier in the query.
        case zoom
        /// `grant_type=device_code` with `code`.
        case yandex
    }

    /// What our client shows beside its identifier.
    public enum ClientCredential: String, Sendable {
        /// Nothing.
        case none
        /// The client secret.
        case secret
        /// The client secret, if the client has one.
        case secretIfConfidential = "secret-if-confidential"
        /// Identifier and secret in `Authorization: Basic`.
        case basic
        /// Facebook's client token, which is not the secret.
        case clientToken = "client-token"
    }

    /// Whether there is a flow.
    public let availability: Availability
    /// The names that its answers use.
    public var vocabulary = Vocabulary.standard
    /// Where it is asked whether the person has decided; the token endpoint where nothing is said.
    public var polling: EndpointTemplate?
    /// What our client shows.
    public var credential = ClientCredential.none
    /// The only scopes that may be asked for; none meaning any.
    public var allowedScopes: [String] = []
    /// The hosts that the person may be sent to, beside those of the provider's own addresses (PRV-27).
    public var verificationHosts: [String] = []

    /// There is no flow: the bridge's own stands before the authorization code flow.
    static let none = DeviceFlowRule(availability: .none)
}
