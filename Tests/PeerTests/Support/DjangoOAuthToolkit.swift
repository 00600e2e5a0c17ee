import OAuthClient
import Providers

/// django-oauth-toolkit, a provider in Python: opaque access tokens, and introspection that names their client.
final class DjangoOAuthToolkit: DevicePeer {
    private static let process = Result { try PeerProcess("django-oauth-toolkit/run.sh") }

    /// One process for all tests.
    static func shared() throws -> DjangoOAuthToolkit { try DjangoOAuthToolkit(process.get()) }

    let issuer: String
    let transport: any HTTPTransport
    private let process: PeerProcess

    /// Takes the provider of a process.
    init(_ process: PeerProcess) throws {
        self.process = process
        transport = try PeerTransport.shared.get()
        issuer = "\(process.base)/o"
    }

    /// Its OpenID metadata names none of them.
    func address(of endpoint: OptionalEndpoint, _ metadata: AuthorizationServerMetadata) throws -> EndpointURL {
        let path =
            switch endpoint {
            case .deviceAuthorization: "device-authorization"
            case .introspection: "introspect"
            case .revocation: "revoke_token"
            }
        return try EndpointURL("\(issuer)/\(path)/")
    }

    var endpointOverrides: EndpointOverrides {
        get throws {
            var overrides = EndpointOverrides()
            overrides.introspection = try EndpointURL("\(issuer)/introspect/")
            return overrides
        }
    }

    func registration(of name: String) -> ClientRegistration {
        switch name {
        case "hs": ClientRegistration(identifier: name, secret: "hs-secret-hs-secret-hs-secret-hs-secret")
        case "web", "attacker": ClientRegistration(identifier: name, secret: "\(name)-secret")
        default: ClientRegistration(identifier: name)
        }
    }

    func approve(_ address: String, as person: Person) async throws -> String {
        try await browser(of: person).open(address).redirect()
    }

    func decide(_ decision: DeviceDecision, on code: String, as person: Person) async throws {
        let browser = try await browser(of: person)
        let entry = try await browser.open("/o/device/?user_code=\(code)")
        let guarding = try entry.hiddenField("csrfmiddlewaretoken")
        let confirmation = try await browser.submit(
            [("csrfmiddlewaretoken", guarding), ("user_code", code)], to: "/o/device/"
        ).redirect()
        let question = try await browser.open(confirmation)
        let answer = try await browser.submit(
            [
                ("csrfmiddlewaretoken", try question.hiddenField("csrfmiddlewaretoken")),
                ("action", decision.rawValue),
            ], to: confirmation)
        _ = try answer.redirect()
    }

    private func browser(of person: Person) async throws -> Browser {
        let browser = Browser(at: process.base, over: transport)
        let form = try await browser.open("/login/?next=/done")
        let page = try await browser.submit(
            [
                ("csrfmiddlewaretoken", try form.hiddenField("csrfmiddlewaretoken")), ("username", person.rawValue),
                ("password", person.password), ("next", "/done"),
            ], to: "/login/")
        guard try page.redirect() == "/done" else { throw PeerFailure("there is no \(person)") }
        return browser
    }
}
