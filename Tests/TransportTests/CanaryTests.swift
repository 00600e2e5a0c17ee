import OAuthClient
import TestSupport
import Testing
import Transport

@Suite("No credential in any error of the transport")
struct CanaryTests {
    private static let canary = "kanarie-7f3b"

    @Test(
        "whatever fails",
        arguments: [
            "/close", "/short", "/gzip-broken", "/old", "/bytes/99999", "/hang", "/fields/20000", "/chunked-cut",
        ])
    func failing(path: String) async throws {
        let server = try LoopbackServer()
        let request = try Transports.post(
            server.url("\(path)?code=\(Self.canary)"),
            fields: [HTTPField(name: "Authorization", value: "Basic \(Self.canary)")], body: "secret=\(Self.canary)")
        try await check(request, Transports.make(deadline: .milliseconds(400)))
    }

    @Test("where there is no connection, no trust, or no reading of the request")
    func unsent() async throws {
        let server = try LoopbackServer(certificate: TestCertificates.shared.get().good)
        let transport = try Transports.make()
        for address in [
            "http://127.0.0.1:1/?c=\(Self.canary)", "https://127.0.0.1:\(server.port)/?c=\(Self.canary)",
            "https://127.0.0.1:1/?c=\(Self.canary)",
        ] {
            let fields = [HTTPField(name: "Authorization", value: Self.canary)]
            try await check(Transports.post(EndpointURL(address), fields: fields, body: Self.canary), transport)
        }
        let broken = HTTPField(name: "Authorization", value: "\(Self.canary)\n")
        try await check(.get(EndpointURL("http://127.0.0.1:1/?c=\(Self.canary)"), fields: [broken]), transport)
    }

    @Test("the password of a proxy")
    func proxyPassword() async throws {
        let proxy = try ProxyAddress("http://user:\(Self.canary)@127.0.0.1:1")
        #expect(
            !"\(proxy)\(String(reflecting: proxy))\(String(describing: Mirror(reflecting: proxy)))".contains(
                Self.canary))
        #expect(proxy.textForMessages == "http://127.0.0.1:1")
        var dumped = ""
        dump(ProxyPolicy.always(proxy), to: &dumped)
        #expect(!dumped.contains(Self.canary))
        try await check(.get(EndpointURL("https://127.0.0.1:1/")), Transports.make(proxy: .always(proxy)))
    }

    private func check(_ request: HTTPRequest, _ transport: CurlTransport) async throws {
        let error = try await Transports.failure(of: request, over: transport)
        var texts = ["\(error)", String(reflecting: error), error.reason, "\(request)", String(reflecting: request)]
        var dumped = ""
        dump(error, to: &dumped)
        dump(request, to: &dumped)
        texts.append(dumped)
        for text in texts { #expect(!text.contains(Self.canary)) }
    }
}
