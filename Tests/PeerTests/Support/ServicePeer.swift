import OAuthClient
import TestSupport

/// A provider of others that people of the service sign in at, with the service's addresses among its redirects.
///
/// Its process is the service's own: what other tests do there at the same time is not seen.
struct ServicePeer: Sendable, CustomStringConvertible {
    /// Its name in the configuration of the service.
    let name: String
    /// The provider, as this library meets it.
    let peer: any OpenIDPeer
    private let process: PeerProcess
    var issuer: String { peer.issuer }

    var description: String { name }

    /// Which providers there are.
    enum Kind: String, Sendable, CaseIterable {
        case glewlwyd
        case toolkit

        /// Those that can be had here.
        static let available = allCases.filter { kind in
            switch kind {
            case .glewlwyd: Peers.hasGlewlwyd
            case .toolkit: Peers.hasDjangoOAuthToolkit
            }
        }

        /// The provider, which the first test that asks for it starts.
        func running() async throws -> ServicePeer {
            let kind = self
            return try await onOwnThread { try kind.started() }
        }

        /// The same, for threads that may wait.
        func started() throws -> ServicePeer {
            switch self {
            case .glewlwyd: try ServicePeer.glewlwyd.get()
            case .toolkit: try ServicePeer.toolkit.get()
            }
        }
    }

    private static let glewlwyd = Result {
        let process = try PeerProcess("glewlwyd/run.sh", environment: ServiceAddresses.shared.get().peerEnvironment)
        return ServicePeer(
            name: Kind.glewlwyd.rawValue,
            peer: Glewlwyd(process, "yahoo", over: try PeerTransport.shared.get(), TurnTaking()), process: process)
    }

    private static let toolkit = Result {
        let process = try PeerProcess(
            "django-oauth-toolkit/run.sh", environment: ServiceAddresses.shared.get().peerEnvironment)
        return ServicePeer(name: Kind.toolkit.rawValue, peer: try DjangoOAuthToolkit(process), process: process)
    }

    /// Signs a person in, on the provider's own pages, and consents.
    ///
    /// - Parameters:
    ///   - person: The person.
    ///   - address: The address of the authorization request.
    ///   - browser: The person's browser.
    /// - Returns: Where the browser is sent at last.
    /// - Throws: `PeerFailure` where it is not sent on.
    func signIn(_ person: Person, at address: String, in browser: ServiceCurl) async throws -> String {
        switch Kind(rawValue: name) {
        case .toolkit?:
            // It asks for the password first, and then goes on with the request.
            let next = try await browser.get(address).redirect()
            let form = try await browser.get(next)
            let page = try await browser.post(
                [
                    ("csrfmiddlewaretoken", try form.hiddenField("csrfmiddlewaretoken")),
                    ("username", person.rawValue), ("password", person.password),
                ], to: next)
            return try await browser.get(page.redirect()).redirect()
        case .glewlwyd?, nil:
            // Its pages do the same by script.
            let login = try await browser.post(
                json: #"{"username":"\#(person.rawValue)","password":"\#(person.password)"}"#,
                to: "\(process.base)/api/auth/")
            guard login.status == 200 else { throw PeerFailure("there is no \(person): status \(login.status)") }
            return try await browser.get("\(address)&g_continue").redirect()
        }
    }
}

/// The addresses of the services of these tests, known before their providers are, for these must know them.
struct ServiceAddresses: Sendable {
    /// The ports: of the service with a store of its own, and of two that share one.
    let ports: [UInt16]

    static let shared = Result {
        var ports: [UInt16] = []
        while ports.count < 3 {
            let port = try FreePort.find()
            if !ports.contains(port) { ports.append(port) }
        }
        return ServiceAddresses(ports: ports)
    }

    /// The issuer of the service at a port.
    func issuer(_ index: Int) -> String { "http://127.0.0.1:\(ports[index])" }

    /// What tells a provider of them.
    var peerEnvironment: [String: String] {
        let addresses = ports.indices.flatMap { index in
            ServicePeer.Kind.allCases.map { "\(issuer(index))/callback/\($0.rawValue)" }
        }
        return ["BRIDGE_PEER_REDIRECTS": addresses.joined(separator: " ")]
    }
}
