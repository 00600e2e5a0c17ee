import Cryptography
import OAuthClient
import Synchronization
import TestSupport
import Testing
import Transport

@Suite("Sending again")
struct RepetitionTests {
    private let server: LoopbackServer

    init() throws {
        server = try LoopbackServer()
    }

    /// The pauses that were made.
    private final class Pauses: Sendable {
        let lengths = Mutex<[Duration]>([])

        func transport(byte: UInt8, deadline: Duration = .seconds(10)) throws -> CurlTransport {
            try CurlTransport(
                TransportConfiguration(version: "1", proxy: .none, deadline: deadline),
                pause: RetryPause(random: FixedRandom(byte: byte)) { length in
                    self.lengths.withLock { $0.append(length) }
                })
        }
    }

    @Test("a GET that is answered 502, 503 or 504 is sent once more", arguments: [502, 503, 504])
    func gateway(status: Int) async throws {
        let pauses = Pauses()
        let response = try await pauses.transport(byte: 100).send(.get(server.url("/first/\(status)")))
        #expect(response.status == 200)
        #expect(response.text == "late")
        #expect(server.count("request") == 2)
        #expect(pauses.lengths.withLock { $0 } == [.milliseconds(150)])
    }

    @Test("a GET is sent no third time, and the last answer is given")
    func lasting() async throws {
        let response = try await Pauses().transport(byte: 0).send(.get(server.url("/status/503")))
        #expect(response.status == 503)
        #expect(server.count("request") == 2)
    }

    @Test("a GET that is answered otherwise is sent once", arguments: [200, 302, 404, 429, 500, 501, 505])
    func others(status: Int) async throws {
        let pauses = Pauses()
        let response = try await pauses.transport(byte: 0).send(.get(server.url("/status/\(status)")))
        #expect(response.status == status)
        #expect(server.count("request") == 1)
        #expect(pauses.lengths.withLock { $0 }.isEmpty)
    }

    @Test(
        "a GET whose answer is cut, too large or damaged is sent once",
        arguments: ["/short", "/bytes/99999", "/gzip-broken", "/close"])
    func failures(path: String) async throws {
        _ = try await Transports.failure(of: .get(server.url(path)), over: Pauses().transport(byte: 0))
        #expect(server.count("request") == 1)
    }

    @Test(
        "a POST is sent once, whatever comes",
        arguments: ["/status/502", "/status/503", "/status/504", "/close", "/short"])
    func post(path: String) async throws {
        let pauses = Pauses()
        _ = try? await pauses.transport(byte: 0).send(Transports.post(server.url(path)))
        #expect(server.count("request") == 1)
        #expect(pauses.lengths.withLock { $0 }.isEmpty)
    }

    @Test("a POST over a kept connection that dies is not sent over another one")
    func deadConnection() async throws {
        let transport = try Pauses().transport(byte: 0)
        _ = try await transport.send(Transports.post(server.url("/close-second")))
        let error = try await Transports.failure(of: Transports.post(server.url("/close-second")), over: transport)
        #expect(error.code == .providerUnavailable)
        #expect(error.reason.contains("it is not sent twice"))
        #expect(server.events.count { $0.hasPrefix("request POST /close-second") } == 2)
    }

    @Test("a GET over a kept connection that dies is sent twice and no more")
    func deadConnectionOfGet() async throws {
        let transport = try Pauses().transport(byte: 0)
        _ = try await transport.send(.get(server.url("/close-second")))
        _ = try await Transports.failure(of: .get(server.url("/close-second")), over: transport)
        #expect(server.events.count { $0.hasPrefix("request GET /close-second") } == 3)
    }

    @Test("where no connection comes about, a GET is tried twice and a POST once")
    func noConnection() async throws {
        let pauses = Pauses()
        let transport = try pauses.transport(byte: 7)
        let gone = try EndpointURL("http://127.0.0.1:1/")
        _ = try await Transports.failure(of: Transports.post(gone), over: transport)
        #expect(pauses.lengths.withLock { $0 }.isEmpty)
        _ = try await Transports.failure(of: .get(gone), over: transport)
        #expect(pauses.lengths.withLock { $0 } == [.milliseconds(57)])
    }

    @Test("a certificate that is refused is not asked for again")
    func certificate() async throws {
        let tls = try LoopbackServer(certificate: TestCertificates.shared.get().good)
        let pauses = Pauses()
        _ = try await Transports.failure(of: .get(tls.url("/ok")), over: pauses.transport(byte: 0))
        #expect(pauses.lengths.withLock { $0 }.isEmpty)
        #expect(tls.count("connection") == 1)
    }

    @Test("without time for the pause, the first answer is given")
    func noTime() async throws {
        let pauses = Pauses()
        let response = try await pauses.transport(byte: 255, deadline: .milliseconds(290))
            .send(.get(server.url("/first/503")))
        #expect(response.status == 503)
        #expect(server.count("request") == 1)
    }
}
