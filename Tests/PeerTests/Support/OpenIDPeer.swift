import OAuthClient
import Providers

/// An OpenID provider that others have made, running for these tests.
protocol OpenIDPeer: Sendable {
    /// Its issuer identifier.
    var issuer: String { get }
    /// What carries requests to it.
    var transport: any HTTPTransport { get }

    /// The client of a name: `web` and `native` are ours, `attacker` is another party's.
    func registration(of name: String) async throws -> ClientRegistration

    /// What its authorization responses must say about their issuer.
    func responseIssuer(_ metadata: AuthorizationServerMetadata) -> ResponseIssuer

    /// The address of an endpoint.
    func address(of endpoint: OptionalEndpoint, _ metadata: AuthorizationServerMetadata) throws -> EndpointURL

    /// What an operator has to configure beside the issuer.
    var endpointOverrides: EndpointOverrides { get throws }

    /// Has a person open the address of an authorization request, sign in, and consent.
    ///
    /// - Returns: The address that the browser is sent to at last.
    func approve(_ address: String, as person: Person) async throws -> String
}

/// An OpenID provider with a device flow.
protocol DevicePeer: OpenIDPeer {
    /// Has a person open the verification address, type the code in, and decide.
    func decide(_ decision: DeviceDecision, on code: String, as person: Person) async throws
}

/// An endpoint that metadata may leave out, so that an operator has to know it.
enum OptionalEndpoint: Sendable {
    case deviceAuthorization
    case introspection
    case revocation
}

/// What a person says to a device.
enum DeviceDecision: String, Sendable {
    case accept
    case deny
}

/// A client as a provider knows it.
struct ClientRegistration: Sendable {
    let identifier: String
    /// Nil for a public client.
    var secret: String?
}

extension OpenIDPeer {
    func registration(of name: String) -> ClientRegistration {
        ["web", "attacker"].contains(name)
            ? ClientRegistration(identifier: name, secret: "\(name)-secret") : ClientRegistration(identifier: name)
    }

    func address(of endpoint: OptionalEndpoint, _ metadata: AuthorizationServerMetadata) throws -> EndpointURL {
        switch endpoint {
        case .deviceAuthorization: try PeerClient.found(metadata.deviceAuthorizationEndpoint)
        case .introspection: try PeerClient.found(metadata.introspectionEndpoint)
        case .revocation: try PeerClient.found(metadata.revocationEndpoint)
        }
    }

    var endpointOverrides: EndpointOverrides { EndpointOverrides() }

    func responseIssuer(_ metadata: AuthorizationServerMetadata) -> ResponseIssuer {
        metadata.authorizationResponseIssParameterSupported ? .required(issuer) : .notAnnounced
    }
}

/// Somebody with an account at every peer.
enum Person: String, Sendable {
    case alice
    case bob

    var password: String {
        switch self {
        case .alice: "alice-pass-1"
        case .bob: "bob-pass-22"
        }
    }
}
