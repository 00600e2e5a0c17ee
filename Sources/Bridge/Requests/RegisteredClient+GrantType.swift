import StrictJSON

extension RegisteredClient.Grant {
    /// What the grant is called in requests and metadata (`grant_type`).
    public var grantType: String {
        switch self {
        case .deviceCode: "urn:ietf:params:oauth:grant-type:device_code"
        case .tokenExchange: "urn:ietf:params:oauth:grant-type:token-exchange"
        case .authorizationCode: "authorization_code"
        case .clientCredentials: "client_credentials"
        case .jwtBearer: "urn:ietf:params:oauth:grant-type:jwt-bearer"
        }
    }

    /// The grant of a name; nil for one that the bridge does not have.
    ///
    /// - Parameter grantType: The name, compared byte for byte.
    public init?(grantType: String) {
        guard let grant = Self.allCases.first(where: { $0.grantType.hasSameBytes(as: grantType) }) else { return nil }
        self = grant
    }
}
