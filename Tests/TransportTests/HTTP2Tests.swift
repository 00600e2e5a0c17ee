import Foundation
import OAuthClient
import TestSupport
import Testing
import Transport

@Suite("HTTP/2")
struct HTTP2Tests {
    private static let nginx = "/usr/sbin/nginx"

    /// nginx on loopback, which goes with its owner.
    private final class Nginx: Sendable {
        let port: UInt16
        private let folder: ScratchFolder
        private let process = Process()

        init(certificate: String) throws {
            folder = try ScratchFolder()
            // A port that was free a moment ago.
            port = try LoopbackServer().port
            let configuration = """
                daemon off; master_process off; pid \(folder.path)/pid; error_log /dev/null;
                events { }
                http {
                    access_log off; client_body_temp_path \(folder.path)/a; proxy_temp_path \(folder.path)/b;
                    fastcgi_temp_path \(folder.path)/c; uwsgi_temp_path \(folder.path)/d;
                    scgi_temp_path \(folder.path)/e;
                    server {
                        listen 127.0.0.1:\(port) ssl http2;
                        ssl_certificate \(certificate); ssl_certificate_key \(certificate);
                        location /ok { add_header X-Protocol $server_protocol; return 200 "$connection"; }
                        location /large { return 200 "\(String(repeating: "a", count: 2000))"; }
                        location /gone { return 302 /ok; }
                    }
                }
                """
            try folder.write(Array(configuration.utf8), to: "nginx.conf")
            process.executableURL = URL(filePath: HTTP2Tests.nginx)
            process.arguments = ["-c", "\(folder.path)/nginx.conf", "-e", "/dev/null"]
            try process.run()
        }

        deinit {
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
    }

    @Test(
        "is spoken where the server can: one connection, same answers, same limits",
        .enabled(if: FileManager.default.isExecutableFile(atPath: nginx), "nginx is not installed"))
    func http2() async throws {
        let certificates = try TestCertificates.shared.get()
        let server = try Nginx(certificate: certificates.good)
        let transport = try Transports.make(authorities: certificates.authority)
        let url = try EndpointURL("https://127.0.0.1:\(server.port)/ok")
        var response: HTTPResponse?
        for _ in 0..<200 where response == nil {
            response = try? await transport.send(.get(url))
            if response == nil { try await Task.sleep(for: .milliseconds(20)) }
        }
        let first = try #require(response)
        #expect(first.status == 200)
        #expect(first["x-protocol"] == "HTTP/2.0")
        try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<50 { group.addTask { try await transport.send(Transports.post(url)).text } }
            for try await connection in group { #expect(connection == first.text) }
        }
        let redirect = try await transport.send(.get(EndpointURL("https://127.0.0.1:\(server.port)/gone")))
        #expect(redirect.status == 302)
        let large = try HTTPRequest.get(
            EndpointURL("https://127.0.0.1:\(server.port)/large"), maximumAnswerBytes: 1999)
        #expect(try await Transports.failure(of: large, over: transport).code == .answerTooLarge)
        #expect(try await transport.send(.get(url)).text == first.text)
    }
}
