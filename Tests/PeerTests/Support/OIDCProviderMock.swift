import OAuthClient
import StrictJSON

/// oidc-provider-mock, a provider in Python for tests of others: no key identifiers, no proof keys, and the issuer that
/// the field `Host` says.
final class OIDCProviderMock: OpenIDPeer {
    private static let process = Result { try PeerProcess("oidc-provider-mock/run.sh") }

    /// One process for all tests that leave it as it is.
    static func shared() throws -> OIDCProviderMock { try OIDCProviderMock(process.get()) }

    let issuer: String
    let transport: any HTTPTransport
    private let process: PeerProcess

    init(_ process: PeerProcess) throws {
        self.process = process
        transport = try PeerTransport.shared.get()
        issuer = process.base
    }

    /// A new client every time: they register themselves, and have identifiers by chance.
    func registration(of name: String) async throws -> ClientRegistration {
        let page = try await browser.submit(
            json: #"{"redirect_uris":["\#(PeerClient.redirectAddress)"]}"#, to: "/oauth2/clients")
        let members = try JSONObject(parsing: [UInt8](page.text.utf8), limits: .document)
        guard let identifier = members["client_id"]?.string, let secret = members["client_secret"]?.string else {
            throw PeerFailure("there is no new client but status \(page.status)")
        }
        return ClientRegistration(identifier: identifier, secret: secret)
    }

    func approve(_ address: String, as person: Person) async throws -> String {
        try await browser.submit([("sub", person.rawValue)], to: address).redirect()
    }

    private var browser: Browser { Browser(at: process.base, over: transport) }
}
