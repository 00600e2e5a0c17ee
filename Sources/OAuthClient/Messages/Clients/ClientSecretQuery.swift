extension Client {
    /// A GET with the client's identifier and secret in its query, before the parameters of a form.
    ///
    /// Such an address is a credential. It leaves this function in the request only, whose description has no query,
    /// and the request is sent once, as a POST would be: a code is spent by the first attempt.
    ///
    /// - Parameters:
    ///   - form: The parameters, without those of the authentication.
    ///   - secret: The client's secret.
    ///   - url: The endpoint; its own query is kept.
    ///   - fields: Fields that the provider wants besides.
    /// - Returns: The request, to be sent once.
    /// - Throws: `OAuthClientError` with code `parameterInvalid`.
    func request(
        asking form: FormParameters, with secret: ClientSecret, at url: EndpointURL, fields: [HTTPField]
    ) throws(OAuthClientError) -> HTTPRequest {
        var query = FormParameters()
        try query.append(parameterNames.identifier, identifier.text)
        try query.append(parameterNames.secret, secret.secretText)
        for parameter in form.parameters { try query.append(parameter.name, parameter.value) }
        return HTTPRequest(
            method: .get, url: try url.appending(query), fields: [.acceptsJSON] + fields, body: nil,
            maximumAnswerBytes: HTTPRequest.standardAnswerBytes, repetition: .never)
    }
}

extension EndpointURL {
    /// The address with parameters after those that it has by itself.
    ///
    /// - Parameter parameters: The parameters, which may be credentials: no error quotes them.
    /// - Returns: The address.
    /// - Throws: `OAuthClientError` with code `parameterInvalid` where the address has a parameter of the same name, or
    ///   becomes too long.
    package func appending(_ parameters: FormParameters) throws(OAuthClientError) -> EndpointURL {
        let query = text.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()
        for own in try FormParameters(parsing: query).parameters where parameters.hasParameter(named: own.name) {
            throw OAuthClientError(
                .parameterInvalid,
                "the endpoint \(textForMessages) has a parameter of its own that the request has too")
        }
        let separator = query.isEmpty ? (text.hasSuffix("?") ? "" : "?") : "&"
        do throws(OAuthClientError) {
            return try EndpointURL(text + separator + parameters.encodedText)
        } catch {
            // The error quotes the beginning of the address, which may hold a credential.
            throw OAuthClientError(.parameterInvalid, "the address for \(textForMessages) would be too long")
        }
    }
}

extension HTTPField {
    /// The field that asks for an answer in JSON.
    package static let acceptsJSON = HTTPField(name: "Accept", value: "application/json")
}
