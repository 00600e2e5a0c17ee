package import StrictJSON

/// Fetches the metadata of an issuer.
public struct MetadataDiscovery: Sendable {
    private let transport: any HTTPTransport

    /// Makes a discovery; nothing is fetched by it.
    ///
    /// - Parameter transport: What carries the requests.
    public init(transport: any HTTPTransport) {
        self.transport = transport
    }

    /// Fetches metadata once.
    ///
    /// - Parameters:
    ///   - issuer: Whose metadata it must be.
    ///   - location: Where it is.
    /// - Returns: The metadata, found to be the expected issuer's.
    /// - Throws: `OAuthClientError`: what the transport throws, `providerUnavailable`, `answerMalformed`,
    ///   `answerTooLarge`, or what reading throws.
    public func metadata(
        of issuer: ExpectedIssuer, at location: DiscoveryLocation
    ) async throws(OAuthClientError) -> AuthorizationServerMetadata {
        let response = try await transport.send(.document(location.url))
        let object = try response.document("metadata", from: location.url)
        return try AuthorizationServerMetadata(object, expecting: issuer)
    }
}

extension HTTPRequest {
    /// Asks for a metadata document or a key set.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - fields: Fields beside `Accept`.
    /// - Returns: The request.
    package static func document(_ url: EndpointURL, fields: [HTTPField] = []) -> HTTPRequest {
        .get(
            url, fields: [HTTPField(name: "Accept", value: "application/json")] + fields,
            maximumAnswerBytes: documentBytes)
    }
}

extension HTTPResponse {
    /// The JSON object of a document, whatever its content type.
    package func document(_ name: String, from url: EndpointURL) throws(OAuthClientError) -> JSONObject {
        let body = try documentBody(name, from: url)
        do {
            return try JSONObject(parsing: body, limits: .document)
        } catch {
            throw OAuthClientError(
                .answerMalformed, "the \(name) at \(url.textForMessages.quotedExcerpt) is unusable: \(error)")
        }
    }

    /// The body of a document.
    ///
    /// - Throws: `OAuthClientError` where the status is not 200 or the body too large.
    package func documentBody(_ name: String, from url: EndpointURL) throws(OAuthClientError) -> [UInt8] {
        let place = url.textForMessages.quotedExcerpt
        switch status {
        case 200: break
        case 300...399:
            throw OAuthClientError(
                .answerMalformed,
                "\(place) answered with status \(status): redirects are not followed, configure the address itself")
        case 429, 500...599:
            throw OAuthClientError(.providerUnavailable, "\(place) answered with status \(status)")
        default:
            throw OAuthClientError(
                .answerMalformed, "there is no \(name) at \(place): it answered with status \(status)")
        }
        guard body.count <= HTTPRequest.documentBytes else {
            throw OAuthClientError(
                .answerTooLarge, "the \(name) at \(place) is larger than \(HTTPRequest.documentBytes) bytes")
        }
        return body
    }
}
