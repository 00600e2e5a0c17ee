import Configuration
import CredentialProofs
import Providers
import Bridge
import HTTPServer
import OAuthClient
import Pages
import StrictJSON

/// Our authorization endpoint (RFC 6749, section 3.1): an app's browser is sent on to a provider.
struct AuthorizePages: Sendable {
    let service: BridgeService
    let generation: Generation

    private static let purpose = "authorize"
    /// The field of the choice's form that carries the app's request.
    private static let requestField = "request"

    /// Answers a request.
    func response(to request: IncomingRequest) async throws -> ServerResponse {
        let cookie = try BrowserCookie(request, generation: generation, random: service.resources.random)
        let answers = PageAnswers(generation: generation, request: request)
        guard request.http.method == "POST" else { return try await begun(request, answers, cookie) }
        try FormGuard.requireOwnSite(request.http, issuer: generation.configuration.issuer.text)
        let form = try TokenRequestParameters(
            contentType: request.http.headers.values("Content-Type"), body: request.http.body)
        try FormGuard(cookie: cookie).require(Self.purpose, in: form)
        let query = form[Self.requestField] ?? ""
        return try await answering(query, request) { asked in
            let chosen = form[FormField.provider.rawValue] ?? ""
            try asked.require(chosen)
            return try await SignInStart(service: service, generation: generation).page(
                at: chosen, for: .authorization(asked), answers, cookie)
        }
    }

    private func begun(
        _ request: IncomingRequest, _ answers: PageAnswers, _ cookie: BrowserCookie
    ) async throws -> ServerResponse {
        let query = request.http.query ?? ""
        return try await answering(query, request) { asked in
            let choices = try choices(for: asked)
            if choices.count == 1 {
                return try await SignInStart(service: service, generation: generation).redirect(
                    to: choices[0].id, for: .authorization(asked), request, cookie)
            }
            guard let action = answers.path(.authorize) else {
                throw BridgeError(.requestInvalid, "the path of the issuer cannot stand in a page")
            }
            let form = PageForm(
                action: action, token: FormToken(try FormGuard(cookie: cookie).token(Self.purpose)),
                hidden: [PageForm.HiddenField(Self.requestField, query)])
            return answers.page(
                ProviderChoicePage(
                    form: form, clientName: generation.displayName(ofClient: asked.clientID),
                    choices: choices.map { ProviderChoicePage.Choice(id: $0.id, displayName: $0.displayName) },
                    // A choice that fails is told to the app.
                    formTargets: [FormTarget(ofApp: asked.redirectURI.text)].compactMap { $0 }),
                cookie: cookie)
        }
    }

    private func choices(for asked: AuthorizationEndpointRequest) throws(BridgeError) -> [ConfiguredProvider] {
        let choices = generation.configuration.providers.map(\.provider).filter { provider in
            provider.canSignIn && asked.providers.contains { $0.hasSameBytes(as: provider.id) }
        }
        guard !choices.isEmpty else {
            throw BridgeError(.providerNotAllowed, "the client may use no provider that people sign in at by browser")
        }
        return choices
    }

    /// Reads an app's request and answers it; what the app may be told is told by a redirect to it (RFC 6749, section
    /// 4.1.2.1).
    private func answering(
        _ query: String, _ request: IncomingRequest,
        _ answer: (AuthorizationEndpointRequest) async throws -> ServerResponse
    ) async throws -> ServerResponse {
        let asked: AuthorizationEndpointRequest
        do throws(AuthorizationEndpointError) {
            asked = try generation.endpoint.request(query: query)
        } catch {
            switch error {
            case .showPage(let cause): throw cause
            case .redirect(let redirect, let cause):
                service.note(cause, request)
                return .seeOther(redirect.url)
            }
        }
        do {
            return try await answer(asked)
        } catch let error as BridgeError {
            service.note(error, request)
            return .seeOther(generation.endpoint.refusal(of: asked, because: error).url)
        } catch let error as CredentialError {
            service.note(error, request)
            return .seeOther(generation.endpoint.refusal(of: asked, because: error).url)
        }
    }
}
