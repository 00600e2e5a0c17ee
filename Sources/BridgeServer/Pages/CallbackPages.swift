import Configuration
import Providers
import Bridge
import CredentialProofs
import Failures
import HTTPServer
import OAuthClient
import Operations

/// Where providers send browsers back to: the sign-in is proven here, and whoever waits for it is told.
struct CallbackPages: Sendable {
    let service: BridgeService
    let generation: Generation

    /// Answers a request.
    func response(to request: IncomingRequest) async throws -> ServerResponse {
        let connection: ProviderConnection
        do {
            connection = try generation.providers.connection(named: request.match.variable ?? "")
        } catch {
            // No provider has been told of this address: the path is wrong, not the service.
            service.note(error, request)
            let refusal = HTTPRefusal(status: 404, code: "NOT_FOUND", reason: "there is nothing at this path")
            return refusal.response(to: request, generation)
        }
        let delivery: RedirectDelivery =
            request.http.method == "POST" ? .formPost(request.http.body) : .query(request.http.query ?? "")
        let cookie = try BrowserCookie(request, generation: generation, random: service.resources.random)
        let finished = try await generation.signIn.finish(
            at: connection, response: delivery, browser: cookie.isKnown ? cookie.secret : nil)
        switch (finished.purpose, finished.ending) {
        case (.device(let confirmed), .proven(let proven)):
            let signIn = try StoredSignIn(for: proven.identity, policy: generation.configuration.token)
            try await generation.deviceGrant.approve(
                confirmed, signIn: signIn, client: generation.client(confirmed.clientID))
            service.metrics.deviceSession(became: "approved")
            return .seeOther("\(generation.pathPrefix)/device/done")
        case (.device(let confirmed), .declined(let error)):
            note(error, connection, request)
            try await deny(confirmed)
            throw error
        case (.device, .failed(let error)):
            // The device goes on waiting: the person may try again.
            note(error, connection, request)
            throw error
        case (.authorization(let asked), .proven(let proven)):
            do throws(BridgeError) {
                let signIn = try StoredSignIn(for: proven.identity, policy: generation.configuration.token)
                return .seeOther(
                    try await generation.codes.issueCode(for: asked, signIn: signIn, tokens: proven.tokens).url)
            } catch {
                service.note(error, request)
                return .seeOther(generation.endpoint.refusal(of: asked, because: error).url)
            }
        case (.authorization(let asked), .declined(let error)), (.authorization(let asked), .failed(let error)):
            note(error, connection, request)
            service.note(error, request)
            return .seeOther(generation.endpoint.refusal(of: asked, because: error).url)
        }
    }

    /// Tells the device of a person who declined at the provider, so that it does not wait for the code's end.
    ///
    /// What was decided before stays: another sign-in for the same code may have been first.
    private func deny(_ confirmed: ConfirmedUserCode) async throws(BridgeError) {
        do throws(BridgeError) {
            try await generation.deviceGrant.deny(confirmed)
            service.metrics.deviceSession(became: "denied")
        } catch {
            guard error.code == .userCodeInvalid else { throw error }
        }
    }

    private func note(_ error: CredentialError, _ connection: ProviderConnection, _ request: IncomingRequest) {
        service.metrics.exchangeRejected(provider: connection.provider.id, reason: error.code.rawValue)
    }
}
