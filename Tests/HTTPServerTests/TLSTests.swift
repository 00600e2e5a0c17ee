import Synchronization
import TestSupport
import Testing

@testable import HTTPServer

@Suite("TLS")
struct TLSTests {
    @Test("Requests come over TLS 1.2 and 1.3, and say so", arguments: ["-tls1_2", "-tls1_3"])
    func versions(_ version: String) async throws {
        let certificate = try ServerCertificates().make("a")
        try await TestServer.run(certificate: certificate) { server in
            let output = try await Self.openssl(server.port, [version])
            #expect(output.contains("HTTP/1.1 200"))
            #expect(output.contains(" https "))
        }
    }

    @Test("Older versions are refused", arguments: ["-tls1", "-tls1_1"])
    func oldVersions(_ version: String) async throws {
        let certificate = try ServerCertificates().make("a")
        try await TestServer.run(certificate: certificate) { server in
            let output = try await Self.openssl(server.port, [version, "-cipher", "ALL:@SECLEVEL=0"])
            #expect(!output.contains("HTTP/1.1"))
        }
    }

    @Test("A caller without TLS is answered nothing")
    func inClear() async throws {
        let certificate = try ServerCertificates().make("a")
        try await TestServer.run(certificate: certificate) { server in
            let port = server.port
            let answer = try await onThread {
                let client = try RawClient(port: port)
                client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
                return String(decoding: try client.rest(), as: UTF8.self)
            }
            #expect(!answer.contains("HTTP/1.1"))
        }
    }

    @Test("A caller that begins no handshake is cut off")
    func silence() async throws {
        let certificate = try ServerCertificates().make("a")
        var configuration = HTTPServerConfiguration.patient
        configuration.headDeadline = .milliseconds(200)
        try await TestServer.run(configuration, certificate: certificate) { server in
            let port = server.port
            let answer = try await onThread { try RawClient(port: port).rest() }
            #expect(answer.isEmpty)
        }
    }

    @Test("Another certificate is taken up while requests go on, and none of them fails")
    func reload() async throws {
        let certificates = try ServerCertificates()
        let names = (0..<5).map { "c\($0)" }
        let made = try names.map { try certificates.make($0) }
        let count = Atomic<Int>(0)
        let handler = ClosureHandler { _ in
            count.add(1, ordering: .relaxed)
            return ServerResponse(status: 200, body: Array("ok".utf8))
        }
        try await TestServer.run(handler: handler, certificate: made[0]) { server in
            let port = server.port
            async let client = onThread { try TLSCaller.run(port: port, untilName: "c4") }
            for (index, certificate) in made.enumerated().dropFirst() {
                let enough = index * 60
                #expect(await eventually { count.load(ordering: .relaxed) >= enough })
                try server.server.replaceCertificate(certificate)
            }
            let report = try await client
            #expect(report.failures == 0, "\(report.output)")
            #expect(report.names.isSuperset(of: ["c0", "c4"]))
            #expect(report.requests == count.load(ordering: .relaxed))
            #expect(await eventually { server.server.connections == 0 })
        }
    }

    @Test("A certificate that cannot be used is refused, and the one before stays")
    func unusable() async throws {
        let certificates = try ServerCertificates()
        let good = try certificates.make("good")
        let other = try certificates.make("other")
        let mixed = try ServerCertificate(chain: good.chain, key: other.key)
        let broken = try ServerCertificate(
            chain: Array("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".utf8), key: good.key)
        let locked = try ServerCertificate(chain: good.chain, key: try certificates.encrypted("good"))
        try await TestServer.run(certificate: good) { server in
            for certificate in [mixed, broken, locked] {
                #expect(throws: HTTPServerError(.certificateUnusable, "")) {
                    try server.server.replaceCertificate(certificate)
                }
            }
            let output = try await Self.openssl(server.port, [])
            #expect(output.contains("CN = good"))
            #expect(output.contains("HTTP/1.1 200"))
        }
        let server = HTTPServer(handler: EchoHandler())
        let address = try #require(NetworkAddress("127.0.0.1"))
        #expect(throws: HTTPServerError(.certificateUnusable, "")) {
            try server.start(on: [try ListeningSocket(address: address, port: 0)], certificate: mixed)
        }
    }

    @Test("What is no PEM is refused before", arguments: ["", "MIIB", "-----BEGIN X\u{0}"])
    func noPEM(_ text: String) throws {
        let good = try ServerCertificates().make("good")
        #expect(throws: HTTPServerError(.certificateUnusable, "")) {
            try ServerCertificate(chain: Array(text.utf8), key: good.key)
        }
        #expect(throws: HTTPServerError(.certificateUnusable, "")) {
            try ServerCertificate(chain: good.chain, key: Array(text.utf8))
        }
    }

    @Test("A server without TLS has no certificate to replace")
    func withoutTLS() async throws {
        let certificate = try ServerCertificates().make("a")
        try await TestServer.run { server in
            #expect(throws: HTTPServerError(.startFailed, "")) { try server.server.replaceCertificate(certificate) }
        }
    }

    @Test("A certificate does not print its key")
    func redaction() throws {
        let certificate = try ServerCertificates().make("a")
        var dumped = ""
        dump(certificate, to: &dumped)
        for text in ["\(certificate)", String(reflecting: certificate), dumped] {
            #expect(!text.contains("BEGIN") && !text.contains("45"))
        }
    }

    /// What `openssl s_client` prints when it sends one request.
    private static func openssl(_ port: Int, _ options: [String]) async throws -> String {
        try await onThread {
            let script =
                "printf 'GET / HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\n\\r\\n' | timeout 20 openssl s_client "
                + "-connect 127.0.0.1:\(port) -ign_eof \"$@\""
            return try Subprocess.run("/bin/bash", ["-c", script, "bash"] + options).text
        }
    }
}
