import Configuration
import CustomTokenBridge
import CustomTokens
import Glibc
import HTTPServer
import OAuthClient
import StrictJSON
import Transport

/// Whether the service can listen where it should, or listens there already.
struct ListeningCheckup: Sendable {
    private let configuration: BridgeConfiguration
    private let environment: [String: String]

    init(_ configuration: BridgeConfiguration, _ environment: [String: String]) {
        self.configuration = configuration
        self.environment = environment
    }

    func findings() -> [CheckupFinding] {
        let service = finding("listen", configuration.listen) { address in try isOurs(address) }
        let telemetry = configuration.telemetry.map { address in
            finding("telemetry", address) { address in try tellsHealth(address) }
        }
        return [service] + [telemetry].compactMap { $0 }
    }

    private func finding(
        _ subject: String, _ address: ListenAddress, _ isService: (String) throws -> Bool
    ) -> CheckupFinding {
        switch address {
        case .systemd: return .ok(subject, "systemd hands the socket over")
        case .unix(let path): return socketFile(subject, path)
        case .tcp(_, port: 0): return .ok(subject, "\(address) takes another port at each start")
        case .tcp(let host, let port):
            do throws(HTTPServerError) {
                guard let place = NetworkAddress(host == "localhost" ? "127.0.0.1" : host) else {
                    throw HTTPServerError(.listenFailed, "\(host) is no address of this machine")
                }
                _ = try ListeningSocket(address: place, port: port)
                return .ok(subject, "\(address) is free")
            } catch {
                if (try? isService(Self.reachable(host, port))) == true {
                    return .ok(subject, "the service runs at \(address)")
                }
                return .failed(
                    subject, error.reason,
                    hint: port < 1024
                        ? "a port below 1024 wants the right CAP_NET_BIND_SERVICE, or a socket of systemd; or another program"
                            + " has it"
                        : "end the program that has it (ss -ltnp shows which), or take another port",
                    exitCode: Failure(error).exitCode)
            }
        }
    }

    private func socketFile(_ subject: String, _ path: String) -> CheckupFinding {
        var status = stat()
        let name = path.argumentExcerpt
        if unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT != S_IFSOCK {
            return .failed(subject, "\(name) is no socket, and stands in its place", hint: "move it away")
        }
        guard unsafe access(FileCheckup.folder(of: path), W_OK | X_OK) == 0 else {
            return .failed(
                subject, "no socket can be made at \(name): \(SystemError.text(errno))",
                hint: "make the folder, and let this user write to it")
        }
        return .ok(subject, "a socket can be made at \(name)")
    }

    /// An address at which a service that listens everywhere is reached from here.
    private static func reachable(_ host: String, _ port: UInt16) -> String {
        switch host {
        case "0.0.0.0": "127.0.0.1:\(port)"
        case "::": "[::1]:\(port)"
        default: host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }

    /// Whether it is this bridge that listens: it says its issuer.
    private func isOurs(_ address: String) throws -> Bool {
        // Its certificate is for another name.
        guard configuration.tls == nil else { return false }
        let body = try answer("http://\(address)/.well-known/oauth-authorization-server")
        let issuer = try JSONObject(parsing: body, limits: .document)["issuer"]?.string
        return issuer?.hasSameBytes(as: configuration.issuer.text) ?? false
    }

    private func tellsHealth(_ address: String) throws -> Bool {
        let said = String(decoding: try answer("http://\(address)/healthz/ready"), as: UTF8.self)
        return said.hasPrefix("ready") || said.hasPrefix("degraded")
    }

    private func answer(_ address: String) throws -> [UInt8] {
        let url = try EndpointURL(address)
        let transport = try CurlTransport(TransportConfiguration(version: CustomTokenBridge.version, proxy: .none))
        return try Waiting.result { try await transport.send(.get(url)) }.body
    }
}
