public import OAuthClient
import StrictJSON

/// A client of a bridge: who we are there, and the way to it.
public struct BridgeClient: Sendable {
    /// The bridge.
    public let bridge: IssuerIdentifier
    /// Who we are there.
    public let client: Client
    private let transport: any HTTPTransport

    /// How refusals of a bridge are worded.
    static let vocabulary = DeviceErrorVocabulary.standard(provider: "the bridge")

    /// Makes a client; nothing is sent by it.
    ///
    /// - Parameters:
    ///   - bridge: The bridge's issuer: https, or http on this machine.
    ///   - client: Who we are there.
    ///   - transport: What carries the requests.
    public init(of bridge: IssuerIdentifier, as client: Client, transport: any HTTPTransport) {
        self.bridge = bridge
        self.client = client
        self.transport = transport
    }

    /// What the bridge says of itself (RFC 8414).
    ///
    /// A slash too many or too few at the end of its address, which is easily typed, does not matter.
    func metadata() async throws(LoginError) -> AuthorizationServerMetadata {
        let discovery = MetadataDiscovery(transport: transport)
        let location: DiscoveryLocation
        do throws(OAuthClientError) {
            location = try DiscoveryLocation.authorizationServer(bridge)
        } catch {
            throw LoginError(.bridgeAddressInvalid, error.reason)
        }
        do throws(OAuthClientError) {
            do throws(OAuthClientError) {
                return try await discovery.metadata(of: .exactly(bridge), at: location)
            } catch {
                guard error.code == .issuerMismatch else { throw error }
                let text = bridge.text
                let other = try IssuerIdentifier(text.hasSuffix("/") ? String(text.dropLast()) : text + "/")
                guard let metadata = try? await discovery.metadata(of: .exactly(other), at: location) else {
                    throw error
                }
                return metadata
            }
        } catch {
            throw LoginError(error)
        }
    }

    /// What a request carried that no message may quote: servers quote in their errors what they got.
    ///
    /// - Parameter secrets: What it carried beside the client's secret.
    /// - Returns: All of it.
    func sentSecrets(_ secrets: [String] = []) -> SentSecrets {
        SentSecrets(secrets + client.secretTexts)
    }

    /// Sends a form, once, and reads the answer.
    ///
    /// - Parameters:
    ///   - form: The parameters, without those that prove the client.
    ///   - url: The endpoint.
    ///   - secrets: What of them must not be quoted.
    /// - Returns: The answer, of any status but those that say that the bridge is out of order.
    /// - Throws: `OAuthClientError`.
    func answer(
        to form: [(name: String, value: String)], at url: EndpointURL, secrets: [String] = []
    ) async throws(OAuthClientError) -> DeviceEndpointAnswer {
        let sent = sentSecrets(secrets)
        do throws(OAuthClientError) {
            let request = try client.request(posting: FormParameters(form), to: url, fields: [])
            let response = try await transport.send(request)
            // Whatever its error says, it is about the bridge and not about us.
            guard response.status != 429, !(500...599 ~= response.status) else {
                throw OAuthClientError(
                    .providerUnavailable, "\(url.textForMessages) answered with status \(response.status)",
                    retryAfterSeconds: RetryAfter(response)?.seconds)
            }
            return try DeviceEndpointAnswer(parsing: response)
        } catch {
            throw sent.removed(from: error)
        }
    }
}

extension Client {
    /// What the client proves itself by.
    fileprivate var secretTexts: [String] {
        switch authentication {
        case .clientSecretBasic(let secret), .clientSecretBasicWithoutEncoding(let secret),
            .clientSecretPost(let secret), .clientSecretQuery(let secret):
            [secret.secretText]
        case .none, .identifierByBasic, .privateKeyJWT, .signedSecret: []
        }
    }
}
