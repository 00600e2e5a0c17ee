import StrictJSON

/// A device without a browser that asks the service for a sign-in, and the person's browser beside it.
struct ServiceDevice: Sendable {
    let service: ServiceProcess
    let deviceCode: String
    let userCode: String
    /// Where the person is to go, with the code.
    let address: String

    /// Asks for a sign-in (RFC 8628, section 3.1).
    init(_ service: ServiceProcess) async throws {
        self.service = service
        let answer = try await ServiceCurl().post([("client_id", "tv")], to: "\(service.base)/device_authorization")
        let object = try answer.object()
        guard let deviceCode = object["device_code"]?.string, let userCode = object["user_code"]?.string,
            let address = object["verification_uri_complete"]?.string
        else { throw PeerFailure("the service begins no device login: \(answer.text)") }
        (self.deviceCode, self.userCode, self.address) = (deviceCode, userCode, address)
    }

    /// The answer to a poll, at the service or at another one with the same store.
    func poll(at other: ServiceProcess? = nil) async throws -> ServiceAnswer {
        try await (other ?? service).token([
            ("client_id", "tv"), ("grant_type", "urn:ietf:params:oauth:grant-type:device_code"),
            ("device_code", deviceCode),
        ])
    }

    /// Has a person go to the address, confirm the code, and sign in.
    func approve(as person: Person, at peer: ServicePeer) async throws -> ServiceAnswer {
        try await ServicePerson(person, at: peer).approve(address, userCode)
    }
}

/// A person with a browser of their own.
struct ServicePerson: Sendable {
    let person: Person
    let peer: ServicePeer
    let browser: ServiceCurl

    init(_ person: Person, at peer: ServicePeer) throws {
        self.person = person
        self.peer = peer
        browser = try ServiceCurl()
    }

    /// Goes through the verification pages (RFC 8628, section 3.3): code, question, provider, sign-in.
    ///
    /// - Parameters:
    ///   - address: Where the device sends the person.
    ///   - code: What it shows.
    /// - Returns: The last page.
    /// - Throws: `PeerFailure` where a page is not the expected one.
    func approve(_ address: String, _ code: String) async throws -> ServiceAnswer {
        try await browser.get(browser.get(callback(address, code)).redirect())
    }

    /// Goes as far as the provider, which sends the browser back.
    ///
    /// - Parameters:
    ///   - address: Where the device sends the person.
    ///   - code: What it shows.
    /// - Returns: Where the provider sends the browser.
    /// - Throws: `PeerFailure` where a page is not the expected one.
    func callback(_ address: String, _ code: String) async throws -> String {
        let entry = try await browser.get(address)
        guard entry.visibleText.contains("value=\"\(code)\"") else {
            throw PeerFailure("the page does not know the code: \(entry.visibleText.prefix(2000))")
        }
        let target = String(address.prefix { $0 != "?" })
        let question = try await browser.post(
            [("csrf_token", try entry.hiddenField("csrf_token")), ("user_code", code)], to: target)
        let decision = [
            ("csrf_token", try question.hiddenField("csrf_token")), ("user_code", code), ("decision", "approve"),
        ]
        var page = try await browser.post(decision, to: target)
        if page.visibleText.contains("name=\"provider\"") {
            page = try await browser.post(decision + [("provider", peer.name)], to: target)
        }
        return try await peer.signIn(person, at: page.link(to: peer.issuer), in: browser)
    }
}
