import OAuthClient
import Bridge
import CredentialProofs
import HTTPServer
import Pages
import Providers

/// Sends a browser to a provider.
struct SignInStart: Sendable {
    let service: BridgeService
    let generation: Generation

    /// The page that leads on to a provider: after a form, a redirect would be held to the policy of its page.
    ///
    /// - Throws: `BridgeError`, or `CredentialError` for a provider that cannot be asked.
    func page(
        at provider: String, for purpose: SignInPurpose, _ answers: PageAnswers, _ cookie: BrowserCookie
    ) async throws -> ServerResponse {
        let (begun, connection) = try await begin(at: provider, for: purpose, answers.request, cookie)
        guard let address = OnwardAddress(begun.url) else {
            throw BridgeError(.requestInvalid, "the provider's address cannot stand in a page")
        }
        return answers.page(
            OnwardPage(to: address, providerName: connection.provider.displayName), cookie: cookie, sites: begun.sites)
    }

    /// The redirect to a provider, in answer to a link.
    func redirect(
        to provider: String, for purpose: SignInPurpose, _ request: IncomingRequest, _ cookie: BrowserCookie
    ) async throws -> ServerResponse {
        let (begun, _) = try await begin(at: provider, for: purpose, request, cookie)
        var response = ServerResponse.seeOther(begun.url)
        response.headers.append("Set-Cookie", cookie.field().value)
        if case .all = begun.sites { response.headers.append("Set-Cookie", cookie.field(.all).value) }
        return response
    }

    private func begin(
        at provider: String, for purpose: SignInPurpose, _ request: IncomingRequest, _ cookie: BrowserCookie
    ) async throws -> (BegunSignIn, ProviderConnection) {
        let connection = try generation.providers.connection(named: provider)
        let begun = try await generation.signIn.begin(
            at: connection, purpose: purpose, from: request.caller.network, browser: cookie.secret)
        return (begun, connection)
    }
}

extension BegunSignIn {
    /// Which sites' requests must bring the cookie along.
    fileprivate var sites: BrowserCookie.Sites {
        switch responseMode {
        case .query: .own
        case .formPost: .all
        }
    }
}
