import Bridge
import CredentialProofs
import JOSE
public import HTTPServer
import Operations
import StrictJSON

/// Health and numbers, on a listener of their own: `/healthz/live`, `/healthz/ready` and `/metrics`.
public struct TelemetryService: RequestHandler {
    private let service: BridgeService

    /// Makes the service.
    ///
    /// - Parameter service: The service that it tells of.
    public init(_ service: BridgeService) {
        self.service = service
    }

    /// Answers a request.
    public func response(to request: ServerRequest) async -> ServerResponse {
        guard ["GET", "HEAD"].contains(request.method) else {
            return .document([], type: "text/plain; charset=utf-8", status: 405, headers: [("Allow", "GET, HEAD")])
        }
        switch request.path {
        case "/healthz/live": return text("live\n")
        case "/healthz/ready": return await ready()
        case "/metrics":
            let now = (try? service.resources.clock.now()) ?? .init(secondsSinceEpoch: 0)
            return .document(
                service.metrics.exposition(
                    at: now, process: ProcessStatistics.current(at: now),
                    droppedLogLines: service.resources.log.droppedLines),
                type: BridgeMetrics.mediaType,
                headers: [("Cache-Control", "no-store")])
        default: return text("there is nothing at this path\n", status: 404)
        }
    }

    private func ready() async -> ServerResponse {
        let readiness = service.readiness
        guard !readiness.isDraining else { return text("draining\n", status: 503) }
        do {
            try await service.resources.store.check()
        } catch {
            service.metrics.storeFailed()
            return text("store unavailable\n", status: 503)
        }
        guard (try? service.resources.clock.now()) != nil else { return text("clock unavailable\n", status: 503) }
        // No request can change that; a signer that has failed shows only by requests that it is well again.
        guard service.generation.keys.canSign else { return text("key unavailable\n", status: 503) }
        // First what lets nothing be minted at all.
        let generation = service.generation
        let fault =
            readiness.auditFault ?? generation.signer.fault ?? readiness.fault
            ?? Self.fault(of: generation.unreachableProviders())
        return text(fault.map { "degraded: \($0)\n" } ?? "ready\n")
    }

    /// What is known of these providers is still in use, or will be missed by those alone who sign in there.
    private static func fault(of providers: [String]) -> String? {
        guard !providers.isEmpty else { return nil }
        return "\(CredentialError.Code.providerUnavailable.rawValue): \(providers.joined(separator: ", "))"
    }

    private func text(_ text: String, status: Int = 200) -> ServerResponse {
        .document(
            [UInt8](text.utf8), type: "text/plain; charset=utf-8", status: status,
            headers: [("Cache-Control", "no-store")])
    }
}
