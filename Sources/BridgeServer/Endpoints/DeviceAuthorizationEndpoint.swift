import Configuration
import Providers
import Bridge
import HTTPServer
import Operations
import StrictJSON

/// The device authorization endpoint (RFC 8628, section 3.1).
struct DeviceAuthorizationEndpoint: Sendable {
    let service: BridgeService
    let generation: Generation
    let delay: FailureDelay

    /// Answers a request.
    func response(to request: IncomingRequest) async throws -> ServerResponse {
        let http = request.http
        try QueryCheck.requireNoParameters(in: http.query)
        let form = try TokenRequestParameters(contentType: http.headers.values("Content-Type"), body: http.body)
        let proof = ClientProof(generation: generation, delay: delay)
        let claim = try await proof.slowingFailures(of: request, form["client_id"]) {
            try ClientClaim(authorization: http.headers.values("Authorization"), form: form)
        }
        let client = try await proof.client(claim, of: request)
        return try await proof.serving(client) {
            try await started(for: client, provider: form["provider"], scope: form.grantedScope, request)
        }
    }

    private func started(
        for client: AuthenticatedClient, provider: String?, scope: String?, _ request: IncomingRequest
    ) async throws -> ServerResponse {
        try client.require(.deviceCode)
        try requireSignIn(provider, of: client.registration)
        let started = try await generation.deviceGrant.start(
            client: client.registration, provider: provider, network: request.caller.network,
            grantedScope: scope)
        service.metrics.deviceSession(became: "pending")
        return .json(started.answer)
    }

    /// A device whose person could not sign in anywhere is told so at once.
    private func requireSignIn(_ provider: String?, of client: RegisteredClient) throws(BridgeError) {
        let choices = generation.providerChoices(of: client).map(\.provider.id)
        guard let provider else {
            guard choices.isEmpty else { return }
            throw BridgeError(.providerNotAllowed, "the client may use no provider that people sign in at by browser")
        }
        guard choices.contains(where: { $0.hasSameBytes(as: provider) }) else {
            throw BridgeError(
                .providerNotAllowed,
                "the client \(client.id.quotedExcerpt) may not use the provider \(provider.quotedExcerpt) for sign-in")
        }
    }
}

extension CallerAddress {
    /// The network of the caller, as limits count it.
    var network: ClientNetwork {
        switch address {
        case .network(let address): ClientNetwork(addressBytes: address.bytes) ?? .local
        case .local: .local
        }
    }
}
