import OAuthClient
import StrictJSON

/// Who the client of a request says it is, with what it has to prove it: read, and not believed yet.
public struct ClientClaim: Sendable {
    /// What the client has sent to prove who it is.
    enum Proof: Sendable {
        case basic(ClientSecret)
        case post(ClientSecret)
        case assertion(UnverifiedAssertion)
        case none
    }

    /// The client identifier, which nothing has proven: failures are counted by it.
    public let clientID: String
    let proof: Proof

    /// The way in which the client wants to prove who it is; nil where it only names itself.
    public var way: RegisteredClient.Authentication? {
        switch proof {
        case .basic: .basic
        case .post: .post
        case .assertion: .privateKeyJWT
        case .none: nil
        }
    }

    /// Reads who the client says it is; nil where the request says nothing of it.
    ///
    /// - Parameters:
    ///   - authorization: The values of all fields `Authorization`.
    ///   - form: The form; the query of the address is not looked at, for nothing of this may be there.
    /// - Throws: `BridgeError` with code `requestInvalid` for more than one way at once (RFC 6749, section 2.3), and
    ///   `clientInvalid` for a way that is malformed or unknown.
    public init?(authorization: [String], form: TokenRequestParameters) throws(BridgeError) {
        let named = form["client_id"]
        guard authorization.count <= 1 else {
            throw BridgeError(.requestInvalid, "the field Authorization is there more than once")
        }
        switch (authorization.first, form["client_secret"], try Self.assertion(form)) {
        case (nil, nil, nil):
            guard let named else { return nil }
            (clientID, proof) = (named, .none)
        case (let field?, nil, nil):
            let credentials = try BasicCredentials(field)
            (clientID, proof) = (credentials.clientID, .basic(credentials.secret))
        case (nil, let secret?, nil):
            guard let named else {
                throw BridgeError(.requestInvalid, "there is a client_secret without the client_id that it belongs to")
            }
            (clientID, proof) = (named, .post(ClientSecret(secret)))
        case (nil, nil, let assertion?):
            let unverified = try UnverifiedAssertion(assertion, refusal: .clientInvalid)
            guard let subject = unverified.subject else {
                throw BridgeError(.clientInvalid, "the client assertion does not name the client (sub)")
            }
            (clientID, proof) = (subject, .assertion(unverified))
        default:
            throw BridgeError(.requestInvalid, "the client authenticates in more than one way at once")
        }
        guard clientID.utf8.count <= Self.maximumIdentifierBytes else {
            throw BridgeError(.clientInvalid, "the client identifier is too long for any")
        }
        if let named, !named.hasSameBytes(as: clientID) {
            throw BridgeError(
                .clientInvalid,
                "the client_id is \(named.quotedExcerpt), but \(clientID.quotedExcerpt) is what authenticates")
        }
    }

    /// The longest client identifier, in bytes.
    static let maximumIdentifierBytes = 512

    /// The assertion in a form; nil where there is none.
    private static func assertion(_ form: TokenRequestParameters) throws(BridgeError) -> ClientAssertion? {
        switch (form["client_assertion_type"], form["client_assertion"]) {
        case (nil, nil): return nil
        case (let type?, let assertion?):
            guard type.hasSameBytes(as: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer") else {
                throw BridgeError(
                    .clientInvalid,
                    "the client_assertion_type is \(type.quotedExcerpt); only "
                        + "urn:ietf:params:oauth:client-assertion-type:jwt-bearer is known")
            }
            return ClientAssertion(assertion)
        default:
            throw BridgeError(.requestInvalid, "client_assertion and client_assertion_type belong together")
        }
    }
}

extension ClientClaim: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The identifier and the way, nothing of the proof.
    public var description: String { "\(clientID.quotedExcerpt) by \(way?.rawValue ?? "none") (redacted)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
