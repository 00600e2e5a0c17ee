/// What the service has, by path.
enum Route: String, Sendable, CaseIterable {
    case token = "/token"
    case deviceAuthorization = "/device_authorization"
    case device = "/device"
    case deviceOutcome = "/device/{outcome}"
    case authorize = "/authorize"
    case callback = "/callback/{provider}"
    case metadata = "/.well-known/oauth-authorization-server"
    case keys = "/.well-known/jwks.json"
    case description = "/openapi.json"

    /// The methods that it answers; HEAD goes with GET.
    var methods: [String] {
        switch self {
        case .token, .deviceAuthorization: ["POST"]
        case .device: ["GET", "HEAD", "POST"]
        // Not HEAD: programs that look at links would use states up.
        case .callback, .authorize: ["GET", "POST"]
        case .deviceOutcome, .metadata, .keys, .description: ["GET", "HEAD"]
        }
    }

    /// What its errors look like.
    var errorForm: ErrorForm {
        switch self {
        case .token, .deviceAuthorization: .oauth
        case .device, .deviceOutcome, .authorize, .callback: .page
        case .metadata, .keys, .description: .problem
        }
    }

    /// Whether scripts of other origins may be allowed to read it: never a page (RFC 9700, section 2.6).
    var allowsOtherOrigins: Bool { errorForm != .page }
}

/// What an error looks like: never two of these at once.
enum ErrorForm: Sendable {
    /// The JSON of RFC 6749, section 5.2.
    case oauth
    /// `application/problem+json` (RFC 9457).
    case problem
    /// A page for a person.
    case page
}
