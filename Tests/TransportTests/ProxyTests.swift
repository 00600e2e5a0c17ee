import Foundation
import OAuthClient
import TestSupport
import Testing
import Transport

@Suite("Proxies")
struct ProxyTests {
    @Test("goes through the proxy that is configured, and gives it nothing of ours")
    func configured() async throws {
        let proxy = try LoopbackServer(.proxy)
        let transport = try Transports.make(
            proxy: .always(ProxyAddress("http://user:pass@127.0.0.1:\(proxy.port)")))
        let url = try EndpointURL("https://provider.example/token?code=canary")
        let request = Transports.post(url, fields: [HTTPField(name: "Authorization", value: "Bearer canary")])
        let error = try await Transports.failure(of: request, over: transport)
        #expect(error.code == .providerUnavailable)
        #expect(error.reason.hasSuffix("failed (connect): the proxy refused the connection with status 503"))
        let event = try #require(proxy.events.first { $0.hasPrefix("request") })
        #expect(event.hasPrefix("request CONNECT provider.example:443 HTTP/1.1"))
        #expect(event.contains("Proxy-Authorization: Basic dXNlcjpwYXNz"))
        #expect(!event.contains("canary"))
    }

    @Test("says that the proxy does not let us in, or is not there")
    func unusable() async throws {
        let proxy = try LoopbackServer(.proxy)
        let denied = try Transports.make(proxy: .always(ProxyAddress("http://127.0.0.1:\(proxy.port)")))
        let error = try await Transports.failure(of: .get(EndpointURL("https://denied.example/")), over: denied)
        #expect(error.reason.hasSuffix("(connect): the proxy refused the connection with status 407"))
        let gone = try Transports.make(proxy: .always(ProxyAddress("http://127.0.0.1:1")))
        let other = try await Transports.failure(of: .get(EndpointURL("https://provider.example/")), over: gone)
        #expect(other.reason.hasSuffix("(connect): the connection was refused"))
    }

    @Test("plain http to this machine goes through no proxy")
    func plain() async throws {
        let proxy = try LoopbackServer(.proxy)
        let server = try LoopbackServer()
        let transport = try Transports.make(proxy: .always(ProxyAddress("http://127.0.0.1:\(proxy.port)")))
        #expect(try await transport.send(.get(server.url("/ok"))).status == 200)
        #expect(proxy.events.isEmpty)
    }

    @Test("the environment's proxy is obeyed only where that is configured")
    func environment() async throws {
        // In a process of its own: the environment belongs to all threads.
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer(.proxy)
            let certificates = try TestCertificates.shared.get()
            let server = try LoopbackServer(certificate: certificates.good)
            for name in ["https_proxy", "HTTPS_PROXY", "http_proxy", "all_proxy", "ALL_PROXY"] {
                unsafe setenv(name, "http://127.0.0.1:\(proxy.port)", 1)
            }
            unsafe unsetenv("no_proxy")
            unsafe unsetenv("NO_PROXY")
            let direct = try Transports.make(authorities: certificates.authority)
            let response = try await direct.send(.get(server.url("/ok")))
            #expect(response.status == 200)
            #expect(proxy.events.isEmpty)
            let obedient = try Transports.make(proxy: .environment, authorities: certificates.authority)
            _ = try await Transports.failure(of: .get(server.url("/ok")), over: obedient)
            #expect(proxy.count("request CONNECT 127.0.0.1:\(server.port)") > 0)
            let seen = proxy.events.count
            unsafe setenv("no_proxy", "127.0.0.1", 1)
            #expect(try await obedient.send(.get(server.url("/ok"))).status == 200)
            #expect(proxy.events.count == seen)
            let always = try Transports.make(
                proxy: .always(ProxyAddress("http://127.0.0.1:\(proxy.port)")), authorities: certificates.authority)
            _ = try await Transports.failure(of: .get(server.url("/ok")), over: always)
            #expect(proxy.events.count > seen)
        }
    }

    @Test(
        "an address that is none is refused and not quoted",
        arguments: [
            "", "canary", "canary:3128", "ftp://canary:1", "http://canary", "http://canary:0", "http://canary:99999",
            "http://canary:1/path", "http://a@canary:1:2", "http://canary:+1", "http://:1", "http://can ary:1",
            "http://canary:1?x", "http://canary:1\r\nX: 1",
            "http://canary:1\u{0}",
        ])
    func malformed(text: String) {
        let error = #expect(throws: OAuthClientError.self) { try ProxyAddress(text) }
        #expect(error?.code == .addressNotAllowed)
        #expect(error?.reason.contains("canary") == false)
    }
}
