public import OAuthClient
public import StrictJSON

/// What we say of ourselves as an authorization server (RFC 8414, section 2).
public enum PublishedMetadata: Sendable {
    /// What of the configuration the metadata depends on.
    public struct Facts: Sendable {
        /// What some client may ask for a token with.
        public let grants: Set<RegisteredClient.Grant>
        /// How clients prove who they are; empty where all are public.
        public let authentications: Set<RegisteredClient.Authentication>
        /// Whether some client proves nothing.
        public let publicClients: PublicClients
        /// The algorithms of client assertions.
        public let assertionAlgorithms: [String]
        /// Where people read about the service; nil for nowhere.
        public let documentation: EndpointURL?

        /// Whether there are clients that prove nothing.
        public enum PublicClients: Sendable {
            /// There are.
            case some
            /// There are none.
            case none
        }

        /// Looks at the registered clients.
        ///
        /// - Parameters:
        ///   - clients: The registered clients.
        ///   - assertionAlgorithms: The algorithms that client assertions may be signed with.
        ///   - documentation: Where people read about the service; nil for nowhere.
        public init(clients: [RegisteredClient], assertionAlgorithms: [String], documentation: EndpointURL? = nil) {
            grants = Set(clients.flatMap(\.grants))
            authentications = clients.reduce(into: []) { all, client in
                if case .confidential(_, _, let ways) = client.kind { all.formUnion(ways) }
            }
            let hasPublicClient = clients.contains { client in
                if case .publicClient = client.kind { true } else { false }
            }
            publicClients = hasPublicClient ? .some : .none
            self.assertionAlgorithms = assertionAlgorithms
            self.documentation = documentation
        }
    }

    /// The metadata.
    ///
    /// - Parameters:
    ///   - issuer: Who we are.
    ///   - facts: What of the configuration it depends on.
    /// - Returns: The document.
    public static func document(issuer: IssuerIdentifier, facts: Facts) -> JSONObject {
        var document = JSONObject()
        document["issuer"] = .string(issuer.text)
        let hasCodes = facts.grants.contains(.authorizationCode)
        if hasCodes { document["authorization_endpoint"] = address("authorize", of: issuer) }
        document["token_endpoint"] = address("token", of: issuer)
        if facts.grants.contains(.deviceCode) {
            document["device_authorization_endpoint"] = address("device_authorization", of: issuer)
        }
        document["jwks_uri"] = address(".well-known/jwks.json", of: issuer)
        set("response_types_supported", hasCodes ? ["code"] : [], in: &document)
        set("response_modes_supported", hasCodes ? ["query"] : [], in: &document)
        set("grant_types_supported", grantTypes(facts), in: &document)
        set("code_challenge_methods_supported", hasCodes ? ["S256"] : [], in: &document)
        set("token_endpoint_auth_methods_supported", authenticationMethods(facts), in: &document)
        let hasAssertions = facts.authentications.contains(.privateKeyJWT)
        set(
            "token_endpoint_auth_signing_alg_values_supported", hasAssertions ? facts.assertionAlgorithms : [],
            in: &document)
        document["authorization_response_iss_parameter_supported"] = hasCodes ? true : nil
        document["service_documentation"] = facts.documentation.map { .string($0.text) }
        return document
    }

    /// The path at which the metadata is served: between the issuer's host and path (RFC 8414, section 3.1).
    ///
    /// - Parameter issuer: Who we are.
    /// - Returns: The path.
    public static func path(for issuer: IssuerIdentifier) -> String {
        let authority = issuer.text.firstRange(of: "://").map { issuer.text[$0.upperBound...] } ?? ""
        return "/.well-known/oauth-authorization-server\(withoutSlash(authority.drop { $0 != "/" }))"
    }

    private static func address(_ path: String, of issuer: IssuerIdentifier) -> JSONValue {
        .string("\(withoutSlash(issuer.text[...]))/\(path)")
    }

    private static func withoutSlash(_ text: Substring) -> Substring {
        text.hasSuffix("/") ? text.dropLast() : text
    }

    private static func grantTypes(_ facts: Facts) -> [String] {
        RegisteredClient.Grant.allCases.filter { facts.grants.contains($0) }.map { grant in
            switch grant {
            case .deviceCode: "urn:ietf:params:oauth:grant-type:device_code"
            case .tokenExchange: "urn:ietf:params:oauth:grant-type:token-exchange"
            case .authorizationCode: "authorization_code"
            case .clientCredentials: "client_credentials"
            case .jwtBearer: "urn:ietf:params:oauth:grant-type:jwt-bearer"
            }
        }
    }

    private static func authenticationMethods(_ facts: Facts) -> [String] {
        let confidential = RegisteredClient.Authentication.allCases.filter { facts.authentications.contains($0) }
        let open = facts.publicClients == .some ? ["none"] : []
        return confidential.map(\.rawValue) + open
    }

    /// Sets a member; an empty array is left out (RFC 8414, section 3.2).
    private static func set(_ name: String, _ values: [String], in document: inout JSONObject) {
        document[name] = values.isEmpty ? nil : .array(values.map { .string($0) })
    }
}
