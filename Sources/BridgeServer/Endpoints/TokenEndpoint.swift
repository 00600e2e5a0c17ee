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
        return try await proof.serving(client) {
            try service.admit(client, from: request.caller)
            return try await answer(to: try TokenEndpointRequest(form), from: client, request, scope: form.grantedScope)
        }
    }

    private func assertionAnswer(
        _ grant: TokenEndpointRequest, _ claim: ClientClaim?, _ request: IncomingRequest
    ) async throws -> ServerResponse {
        guard case .jwtBearer(let assertion) = grant else {
            throw BridgeError(.grantNotSupported, "the grant_type is not supported")
        }
        let issued = try await proof.slowingFailures(of: request, claim?.clientID) {
            try await generation.minting.token(
                for: assertion, claim: claim, admit: { try service.admit($0, from: request.caller) }
            ) { issued in
                try await Issuance(service: service, request: request).note(issued, .jwtBearer)
            }
        }
        return handedOut(PreparedAnswer(issued, .jwtBearer), request)
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
            return handedOut(
                try await prepared(PreparedAnswer(issued, .clientCredentials, scope: scope), request), request)
        case .deviceCode(let code):
            let answer = try await generation.deviceGrant.poll(code, client: client.registration) { session in
                let issued = try await generation.issuer.token(for: session.signIn, client: client.registration)
                return try await prepared(
                    PreparedAnswer(
                        issued, .deviceCode, signIn: session.signIn, scope: session.grantedScope ?? scope), request)
            }
            service.metrics.deviceSession(became: "redeemed")
            return handedOut(answer, request)
        case .authorizationCode(let code):
            let answer = try await generation.codes.redeem(
                code.code, client: client.registration, redirectURI: code.redirectURI,
                codeVerifier: code.proofKey?.secretText
            ) { redeemed in
                let issued = try await generation.issuer.token(for: redeemed.signIn, client: client.registration)
                var answer = PreparedAnswer(
                    issued, .authorizationCode, signIn: redeemed.signIn, scope: redeemed.scope.map { _ in "" })
                if let tokens = redeemed.providerTokens {
                    answer.add(tokens, now: try service.resources.clock.now())
                }
                return try await prepared(answer, request)
            }
            return handedOut(answer, request)
        case .jwtBearer: throw BridgeError(.grantNotSupported, "the grant_type is not supported")
        }
    }

    /// An answer whose token is in the audit log now; all that can fail has been done before its code is used up.
    private func prepared(_ answer: PreparedAnswer, _ request: IncomingRequest) async throws -> PreparedAnswer {
        try await Issuance(service: service, request: request).note(answer.issued, answer.grant)
        return answer
    }

    private func handedOut(_ answer: PreparedAnswer, _ request: IncomingRequest) -> ServerResponse {
        Issuance(service: service, request: request).handOut(answer.issued, answer.grant)
        return .json(answer.object)
    }
}
