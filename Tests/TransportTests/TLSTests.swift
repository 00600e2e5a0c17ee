import OAuthClient
import TestSupport
import Testing

@testable import Transport

@Suite("TLS")
struct TLSTests {
    /// A server's certificate, whether its authority is trusted, and what is said of it.
    struct Refused: Sendable, CustomTestStringConvertible {
        let name: String
        let words: String
        let fault: ConnectionFault
        let isAuthorityTrusted: Bool
        let certificate: @Sendable (TestCertificates) -> String

        init(
            _ name: String, _ words: String, _ fault: ConnectionFault, isAuthorityTrusted: Bool = true,
            certificate: @escaping @Sendable (TestCertificates) -> String
        ) {
            self.name = name
            self.words = words
            self.fault = fault
            self.isAuthorityTrusted = isAuthorityTrusted
            self.certificate = certificate
        }

        var testDescription: String { name }
    }

    private static let refused = [
        Refused(
            "unknown authority", "is signed by an unknown authority", .certificateUntrusted, isAuthorityTrusted: false
        ) { $0.good },
        Refused("signed by itself", "is signed by an unknown authority", .certificateUntrusted) { $0.selfSigned },
        Refused("other host", "is for another host", .certificateOfAnotherHost) { $0.otherHost },
        Refused("expired", "has expired", .certificateOutOfTime) { $0.expired },
        Refused("not valid yet", "is not valid yet", .certificateOutOfTime) { $0.future },
    ]

    @Test("6749-17: refuses a certificate and names the cause", arguments: refused)
    func refusal(_ refused: Refused) async throws {
        let certificates = try TestCertificates.shared.get()
        let server = try LoopbackServer(certificate: refused.certificate(certificates))
        let transport = try Transports.make(
            authorities: refused.isAuthorityTrusted ? certificates.authority : nil)
        let error = try await Transports.failure(of: .get(server.url("/ok?token=canary")), over: transport)
        #expect(error.code == .providerUnavailable && error.connectionFault == refused.fault)
        #expect(
            error.reason
                == "GET https://127.0.0.1:\(server.port)/ok failed (TLS): the server's certificate \(refused.words)")
        #expect(server.count("request") == 0)
        #expect(server.count("connection") == 1)
    }

    @Test("6749-17: accepts a certificate of an authority that is trusted beside the system's")
    func extraAuthority() async throws {
        let certificates = try TestCertificates.shared.get()
        let server = try LoopbackServer(certificate: certificates.good)
        let transport = try Transports.make(authorities: certificates.authority)
        for host in ["127.0.0.1", "localhost"] {
            #expect(try await transport.send(.get(server.url("/ok", host: host))).text == "hello")
        }
        _ = try await transport.send(Transports.post(server.url("/ok")))
        #expect(server.count("connection") == 2)
    }

    @Test("the name is checked, not only the address: 127.0.0.2 is not in the certificate")
    func otherName() async throws {
        let certificates = try TestCertificates.shared.get()
        let server = try LoopbackServer(certificate: certificates.otherHost)
        let transport = try Transports.make(authorities: certificates.authority)
        let error = try await Transports.failure(of: .get(server.url("/ok", host: "localhost")), over: transport)
        #expect(error.reason.hasSuffix("(TLS): the server's certificate is for another host"))
    }

    @Test("refuses TLS below 1.2")
    func oldTLS() async throws {
        let certificates = try TestCertificates.shared.get()
        let server = try LoopbackServer(.old, certificate: certificates.good)
        let transport = try Transports.make(authorities: certificates.authority)
        let error = try await Transports.failure(of: .get(server.url("/ok")), over: transport)
        #expect(error.code == .providerUnavailable && error.connectionFault == .notTLS)
        #expect(error.reason.contains("failed (TLS): the server does not speak TLS 1.2 or later"))
    }

    @Test("a server without TLS, and one that never says a word, are told by the phase")
    func noTLS() async throws {
        let plain = try LoopbackServer()
        let transport = try Transports.make(connectDeadline: .milliseconds(300))
        let error = try await Transports.failure(
            of: .get(EndpointURL("https://127.0.0.1:\(plain.port)/ok")), over: transport)
        #expect(error.reason.contains("failed (TLS): "))
        // It may wait for the end of a line that TLS does not have, and then there is only the time.
        #expect(error.connectionFault == (error.reason.hasSuffix("in time") ? nil : .notTLS), "\(error.reason)")
        let silent = try LoopbackServer(.silent)
        let other = try await Transports.failure(
            of: .get(EndpointURL("https://127.0.0.1:\(silent.port)/ok")), over: transport)
        #expect(other.reason.hasSuffix("failed (TLS): there was no connection in time"))
        #expect(other.connectionFault == nil)
    }

    @Test(
        "a connection that breaks in the handshake, as at a restart, is no fault; an answer without TLS is one",
        arguments: [(.hasty, nil), (.resetting, nil), (.rude, .notTLS)] as [(LoopbackServer.Kind, ConnectionFault?)])
    func brokenHandshake(kind: LoopbackServer.Kind, fault: ConnectionFault?) async throws {
        let server = try LoopbackServer(kind)
        let error = try await Transports.failure(
            of: .get(EndpointURL("https://127.0.0.1:\(server.port)/ok")), over: try Transports.make())
        #expect(error.code == .providerUnavailable && error.connectionFault == fault, "\(error.reason)")
        #expect(error.reason.contains("failed (TLS): "), "\(error.reason)")
    }

    @Test("what may pass by itself is no fault that somebody must put right: a port where nobody listens")
    func nobodyListens() async throws {
        // No port that was free a moment ago: another test may have it by now.
        let error = try await Transports.failure(
            of: .get(EndpointURL("https://127.0.0.1:1/ok")), over: try Transports.make())
        #expect(error.code == .providerUnavailable && error.connectionFault == nil, "\(error.reason)")
    }

    @Test("a server with TLS that is asked by http is told from one that is out of order")
    func noHTTP() async throws {
        let server = try LoopbackServer(certificate: try TestCertificates.shared.get().good)
        let error = try await Transports.failure(
            of: .get(EndpointURL("http://127.0.0.1:\(server.port)/ok")), over: try Transports.make())
        #expect(error.code == .providerUnavailable, "\(error.reason)")
        #expect(error.connectionFault == nil || error.connectionFault == .notHTTP, "\(error.reason)")
    }

    @Test(
        "OpenSSL's results have their faults; one that is not known has no cure of ours",
        arguments: [
            (0, .certificateOfAnotherHost), (62, .certificateOfAnotherHost), (64, .certificateOfAnotherHost),
            (18, .certificateUntrusted), (19, .certificateUntrusted), (20, .certificateUntrusted),
            (21, .certificateUntrusted), (2, .certificateUntrusted), (9, .certificateOutOfTime),
            (10, .certificateOutOfTime), (23, .certificateUnacceptable), (66, .certificateUnacceptable),
            (26, .certificateUnacceptable), (9_999, .certificateUnacceptable),
        ] as [(Int, ConnectionFault)])
    func results(result: Int, fault: ConnectionFault) {
        #expect(CertificateFault.fault(forResult: result) == fault)
    }

    @Test(
        "a file of authorities that cannot be read is refused before the first request",
        arguments: ["", "/nowhere/ca.pem", "a\u{0}b"])
    func unreadableAuthorities(path: String) {
        #expect(throws: OAuthClientError(.transportNotUsable, "")) { try Transports.make(authorities: path) }
    }

    @Test("a file of authorities without a certificate makes every https request fail")
    func emptyAuthorities() async throws {
        let folder = try ScratchFolder()
        try folder.write(Array("nothing".utf8), to: "ca.pem")
        let transport = try Transports.make(authorities: "\(folder.path)/ca.pem")
        let silent = try LoopbackServer(.silent)
        let error = try await Transports.failure(
            of: .get(EndpointURL("https://127.0.0.1:\(silent.port)/ok")), over: transport)
        #expect(error.reason.hasSuffix("failed (TLS): the file of authorities cannot be read"))
        #expect(error.connectionFault == .authoritiesUnreadable)
    }
}
