import JOSE
import OAuthClient
import StrictJSON
import Bridge
import CredentialProofs
import HTTPServer
import Operations

/// The token endpoint (RFC 6749, section 3.2): every grant ends here.
struct TokenEndpoint: Sendable {
    let service: BridgeService
    let generation: Generation
    let delay: FailureDelay

    private var proof: ClientProof { ClientProof(generation: generation, delay: delay) }

    /// Answers a request.
    func response(to request: IncomingRequest) async throws -> ServerResponse {
        let http = request.http
        try QueryCheck.requireNoParameters(in: http.query)
        let form = try TokenRequestParameters(contentType: http.headers.values("Content-Type"), body: http.body)
        let claim = try await proof.slowingFailures(of: request, form["client_id"]) {
            try ClientClaim(authorization: http.headers.values("Authorization"), form: form)
        }
        // An assertion that grants proves the client by itself (RFC 7521, section 4.1).
        if form["grant_type"] == RegisteredClient.Grant.jwtBearer.grantType {
            return try await assertionAnswer(try TokenEndpointRequest(form), claim, request)
        }
        let client = try await proof.client(claim, of: request)
        return try await answer(to: try TokenEndpointRequest(form), from: client, request, scope: form.grantedScope)
    }

    private func assertionAnswer(
        _ grant: TokenEndpointRequest, _ claim: ClientClaim?, _ request: IncomingRequest
    ) async throws -> ServerResponse {
        guard case .jwtBearer(let assertion) = grant else {
            throw BridgeError(.grantNotSupported, "the grant_type is not supported")
        }
        let issued = try await proof.slowingFailures(of: request, claim?.clientID) {
            try await generation.minting.token(for: assertion, claim: claim)
        }
        return try await handedOut(issued, .jwtBearer, request)
    }

    private func answer(
        to grant: TokenEndpointRequest, from client: AuthenticatedClient, _ request: IncomingRequest, scope: String?
    ) async throws -> ServerResponse {
        switch grant {
        case .tokenExchange(let exchange):
            return try await ExchangeAnswering(service: service, generation: generation)
                .response(to: exchange, from: client, request)
        case .clientCredentials(let minting):
            try client.require(.clientCredentials)
            let issued = try await generation.minting.token(for: minting, from: client)
            return try await handedOut(issued, .clientCredentials, request, scope: scope)
        case .deviceCode(let code):
            let signIn = try await generation.deviceGrant.poll(code, client: client.registration)
            service.metrics.deviceSession(became: "redeemed")
            let issued = try await generation.issuer.token(for: signIn, client: client.registration)
            return try await handedOut(issued, .deviceCode, request, signIn: signIn, scope: scope)
        case .authorizationCode(let code):
            let redeemed = try await generation.codes.redeem(
                code.code, client: client.registration, redirectURI: code.redirectURI,
                codeVerifier: code.proofKey?.secretText)
            let issued = try await generation.issuer.token(for: redeemed.signIn, client: client.registration)
            return try await handedOut(
                issued, .authorizationCode, request, signIn: redeemed.signIn, tokens: redeemed.providerTokens,
                scope: redeemed.scope.map { _ in "" })
        case .jwtBearer: throw BridgeError(.grantNotSupported, "the grant_type is not supported")
        }
    }

    /// The answer with a token that was issued, once it is in the audit log.
    private func handedOut(
        _ issued: IssuedCustomToken, _ grant: RegisteredClient.Grant, _ request: IncomingRequest,
        signIn: StoredSignIn? = nil, tokens: HandedOnTokens? = nil, scope: String? = nil
    ) async throws -> ServerResponse {
        try await Issuance(service: service, request: request).note(issued, grant)
        var answer = TokenAnswer.object(issued, scope: scope)
        if let signIn { answer["profile"] = .object(TokenAnswer.profile(signIn.profile, provider: signIn.providerID)) }
        if let tokens {
            answer["provider_tokens"] = .object(TokenAnswer.object(tokens, now: try service.resources.clock.now()))
        }
        return .json(answer)
    }
}
