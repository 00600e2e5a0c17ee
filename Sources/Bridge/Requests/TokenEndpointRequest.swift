public import OAuthClient
import StrictJSON

/// A request to our token endpoint, by its grant.
public enum TokenEndpointRequest: Sendable {
    /// A provider's credential is to be exchanged (RFC 8693).
    case tokenExchange(TokenExchangeRequest)
    /// A device asks whether the person has decided (RFC 8628, section 3.4).
    case deviceCode(DeviceCode)
    /// An authorization code of ours (RFC 6749, section 4.1.3).
    case authorizationCode(AuthorizationCodeRequest)
    /// A client mints by its own credentials (RFC 6749, section 4.4).
    case clientCredentials(MintingRequest)
    /// A client mints by an assertion that it has signed (RFC 7523, section 2.1).
    case jwtBearer(ClientAssertion)

    /// Reads a request.
    ///
    /// - Parameter form: Its parameters.
    /// - Throws: `BridgeError` with code `requestInvalid`, `grantNotSupported`, `targetInvalid` or `lifetimeInvalid`.
    public init(_ form: TokenRequestParameters) throws(BridgeError) {
        let type = try form.required("grant_type")
        guard let grant = RegisteredClient.Grant(grantType: type) else {
            let known = RegisteredClient.Grant.allCases.map(\.grantType).joined(separator: ", ")
            throw BridgeError(
                .grantNotSupported, "the grant_type \(type.quotedExcerpt) is not supported; these are: \(known)")
        }
        switch grant {
        case .tokenExchange: self = .tokenExchange(try TokenExchangeRequest(form))
        case .deviceCode: self = .deviceCode(DeviceCode(try form.credential("device_code")))
        case .authorizationCode: self = .authorizationCode(try AuthorizationCodeRequest(form))
        case .clientCredentials: self = .clientCredentials(try MintingRequest(form))
        case .jwtBearer:
            try form.requireNone(
                of: ["uid", "claims", "tenant_id", "ttl"], because: "it belongs among the claims of the assertion")
            self = .jwtBearer(ClientAssertion(try form.credential("assertion")))
        }
    }

    /// The grant.
    public var grant: RegisteredClient.Grant {
        switch self {
        case .tokenExchange: .tokenExchange
        case .deviceCode: .deviceCode
        case .authorizationCode: .authorizationCode
        case .clientCredentials: .clientCredentials
        case .jwtBearer: .jwtBearer
        }
    }
}
