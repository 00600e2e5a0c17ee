import OAuthClient

/// A device login of ours at a peer.
struct DeviceLogin: Sendable {
    private static let scopes = ["openid", "email", "profile"]

    let client: PeerClient
    let authorization: DeviceAuthorizationAnswer
    private let vocabulary: DeviceErrorVocabulary
    private let received: MonotonicInstant

    /// Asks for a device code.
    init(_ client: PeerClient) async throws {
        self.client = client
        vocabulary = .standard(provider: client.peer.issuer)
        let url = try client.address(of: .deviceAuthorization)
        let parameters = DeviceRequestForm.standard.authorizationParameters(
            clientID: client.client.identifier.text, scopes: Self.scopes)
        let answer = try await client.transport.send(Self.request(parameters, to: url))
        received = SystemMonotonicClock().now()
        authorization = try DeviceAuthorizationAnswer(
            DeviceEndpointAnswer(parsing: answer), vocabulary: vocabulary, hosts: .only([url.host]))
    }

    /// One poll, whether or not it is time for it.
    func poll() async throws(OAuthClientError) -> DevicePollResult {
        vocabulary.result(of: try await answerToPoll())
    }

    /// Polls until the person has decided.
    func outcome() async throws -> DevicePoller.Outcome {
        try await DevicePolling(
            authorization, receivedAt: received, vocabulary: vocabulary, clock: SystemMonotonicClock()
        ) { _ throws(OAuthClientError) in
            try await answerToPoll()
        }.outcome()
    }

    private func answerToPoll() async throws(OAuthClientError) -> DeviceEndpointAnswer {
        guard let url = client.metadata.tokenEndpoint else {
            throw OAuthClientError(.answerMalformed, "the metadata lacks an endpoint")
        }
        let parameters = DeviceRequestForm.standard.pollParameters(
            for: authorization, clientID: client.client.identifier.text, scopes: Self.scopes)
        return try DeviceEndpointAnswer(parsing: await client.transport.send(Self.request(parameters, to: url)))
    }

    private static func request(
        _ parameters: [(String, String)], to url: EndpointURL
    ) throws(OAuthClientError) -> HTTPRequest {
        .post(
            url, fields: [HTTPField(name: "Content-Type", value: "application/x-www-form-urlencoded")],
            body: [UInt8](try FormParameters(parameters.map { (name: $0.0, value: $0.1) }).encodedText.utf8))
    }
}
