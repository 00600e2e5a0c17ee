import OAuthClient

/// canaille, a provider in Python: audiences are lists, times are fractions, and a person meets real pages.
final class Canaille: OpenIDPeer {
    private static let process = Result { try PeerProcess("canaille/run.sh") }

    /// One process for all tests.
    static func shared() throws -> Canaille { try Canaille(process.get()) }

    let issuer: String
    let transport: any HTTPTransport
    private let process: PeerProcess

    private init(_ process: PeerProcess) throws {
        self.process = process
        transport = try PeerTransport.shared.get()
        issuer = process.base
    }

    func approve(_ address: String, as person: Person) async throws -> String {
        let browser = try await browser(of: person)
        var page = try await browser.open(address)
        var form = address
        // Who has consented once is not asked again.
        if let location = page.location, location.contains("/consent/") {
            page = try await browser.open(location)
            form = location
        }
        if page.location == nil {
            page = try await browser.submit(
                [("csrf_token", try page.hiddenField("csrf_token")), ("answer", "accept")], to: form)
        }
        return try page.redirect()
    }

    private func browser(of person: Person) async throws -> Browser {
        let browser = Browser(at: process.base, over: transport)
        let name = try await browser.open("/login").hiddenField("csrf_token")
        let next = try await browser.submit(
            [("csrf_token", name), ("login", person.rawValue), ("remember", "y")], to: "/login"
        ).redirect()
        let password = try await browser.open(next).hiddenField("csrf_token")
        let page = try await browser.submit([("csrf_token", password), ("password", person.password)], to: next)
        guard page.location != nil else {
            throw PeerFailure("canaille lets \(person) not in: \(page.text.prefix(2000))")
        }
        return browser
    }
}
