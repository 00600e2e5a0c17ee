import JOSE

/// The one way in which a client proves who it is (RFC 6749, section 2.3); there is never a second try in another.
public enum ClientAuthentication: Sendable {
    /// Not at all: a public client, which only names itself.
    case none
    /// By HTTP Basic with an empty password: a public client, where the server demands it (Reddit).
    case identifierByBasic
    /// `client_secret_basic`: identifier and secret are form-encoded before HTTP Basic encodes them.
    case clientSecretBasic(ClientSecret)
    /// `client_secret_basic` for servers that do not decode identifier and secret.
    case clientSecretBasicWithoutEncoding(ClientSecret)
    /// `client_secret_post`: in the body.
    case clientSecretPost(ClientSecret)
    /// In the query of a GET, where the provider knows no other way (WeChat).
    case clientSecretQuery(ClientSecret)
    /// `private_key_jwt` (RFC 7523): a signed assertion.
    case privateKeyJWT(ClientAssertionSigner)
    /// A signed token in place of the secret, as Apple has it.
    case signedSecret(SignedClientSecret)

    /// Whether the client is public: nothing proves that a request is its own.
    package var isPublic: Bool {
        switch self {
        case .none, .identifierByBasic: true
        case .clientSecretBasic, .clientSecretBasicWithoutEncoding, .clientSecretPost, .clientSecretQuery,
            .privateKeyJWT, .signedSecret:
            false
        }
    }

    /// The configured secret, where there is one.
    var secret: ClientSecret? {
        switch self {
        case .clientSecretBasic(let secret), .clientSecretBasicWithoutEncoding(let secret),
            .clientSecretPost(let secret), .clientSecretQuery(let secret):
            secret
        case .none, .identifierByBasic, .privateKeyJWT, .signedSecret: nil
        }
    }
}

extension Client {
    /// The names that nothing but the client's authentication may set in a body.
    var reservedNames: [String] {
        [
            "client_id", "client_secret", "client_assertion", "client_assertion_type", parameterNames.identifier,
            parameterNames.secret,
        ]
    }

    /// A request with a form that this client signs for in its one way: a POST, or a GET where that is the way.
    ///
    /// - Parameters:
    ///   - form: The parameters, without those of the authentication.
    ///   - url: The endpoint.
    ///   - fields: Fields that the provider wants besides.
    /// - Returns: The request, to be sent once.
    /// - Throws: `OAuthClientError` with code `reservedParameter` or `cryptographyFailed`.
    package func request(
        posting form: FormParameters, to url: EndpointURL, fields: [HTTPField]
    ) throws(OAuthClientError) -> HTTPRequest {
        for parameter in form.parameters {
            try AuthorizationParameters.refuse(parameter.name, among: reservedNames)
        }
        for field in fields {
            guard !["authorization", "content-type", "accept"].contains(field.name.lowercased()) else {
                throw OAuthClientError(.reservedParameter, "the field \(field.name) cannot be set")
            }
        }
        var form = form
        var all = [HTTPField(name: "Content-Type", value: "application/x-www-form-urlencoded"), .acceptsJSON] + fields
        switch authentication {
        case .none: try form.append(parameterNames.identifier, identifier.text)
        case .identifierByBasic, .clientSecretBasic, .clientSecretBasicWithoutEncoding:
            if let basicField { all.append(basicField) }
        case .clientSecretPost(let secret):
            try form.append(parameterNames.identifier, identifier.text)
            try form.append(parameterNames.secret, secret.secretText)
        case .clientSecretQuery(let secret):
            return try request(asking: form, with: secret, at: url, fields: fields)
        case .privateKeyJWT(let signer):
            try form.append(parameterNames.identifier, identifier.text)
            try form.append("client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
            try form.append("client_assertion", signer.assertion(for: identifier).secretText)
        case .signedSecret(let signer):
            try form.append(parameterNames.identifier, identifier.text)
            try form.append(parameterNames.secret, signer.secret(for: identifier).secretText)
        }
        return .post(url, fields: all, body: [UInt8](form.encodedText.utf8))
    }

    /// The field by which this client authenticates by HTTP Basic; nil where that is not its way.
    package var basicField: HTTPField? {
        let encoded = FormURLEncoding.encode(identifier.text)
        return switch authentication {
        case .identifierByBasic: Self.basic(encoded, "")
        case .clientSecretBasic(let secret): Self.basic(encoded, FormURLEncoding.encode(secret.secretText))
        case .clientSecretBasicWithoutEncoding(let secret): Self.basic(identifier.text, secret.secretText)
        case .none, .clientSecretPost, .clientSecretQuery, .privateKeyJWT, .signedSecret: nil
        }
    }

    /// The field of HTTP Basic (RFC 7617).
    package static func basic(_ identifier: String, _ password: String) -> HTTPField {
        let credentials = StandardBase64.encode([UInt8]("\(identifier):\(password)".utf8))
        return HTTPField(name: "Authorization", value: "Basic \(credentials)")
    }
}
