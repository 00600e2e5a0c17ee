import Configuration
import HTTPServer

/// The sockets of a service.
struct Listeners: Sendable {
    /// The sockets for requests.
    let service: [ListeningSocket]
    /// The sockets for health and metrics; none where these are served nowhere.
    let telemetry: [ListeningSocket]

    /// Opens the sockets of a configuration.
    ///
    /// Of the sockets that systemd hands over, those named `telemetry` are for health and metrics.
    ///
    /// - Throws: `HTTPServerError` with code `listenFailed`.
    init(_ configuration: BridgeConfiguration, environment: [String: String]) throws(HTTPServerError) {
        let usesSystemd = configuration.listen == .systemd || configuration.telemetry == .systemd
        let inherited = usesSystemd ? try ListeningSocket.inherited(from: environment) : []
        service = try Self.sockets(configuration.listen, inherited.filter { $0.name != "telemetry" })
        telemetry =
            try configuration.telemetry.map { (address) throws(HTTPServerError) in
                try Self.sockets(address, inherited.filter { $0.name == "telemetry" })
            } ?? []
    }

    private static func sockets(
        _ address: ListenAddress, _ inherited: [ListeningSocket]
    ) throws(HTTPServerError) -> [ListeningSocket] {
        switch address {
        case .tcp(let host, let port):
            guard let address = NetworkAddress(host == "localhost" ? "127.0.0.1" : host) else {
                throw HTTPServerError(.listenFailed, "\(host) is no address of this machine")
            }
            return [try ListeningSocket(address: address, port: port)]
        // The group may connect too: a proxy has another user.
        case .unix(let path): return [try ListeningSocket(path: path, mode: 0o660)]
        case .systemd:
            guard !inherited.isEmpty else {
                throw HTTPServerError(.listenFailed, "systemd has handed over no socket (LISTEN_FDS)")
            }
            return inherited
        }
    }
}
