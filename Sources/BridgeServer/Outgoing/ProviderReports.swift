import Bridge
import CredentialProofs
import JOSE
import OAuthClient
import Operations

/// Tells metrics and log what happens between us and the providers, and where clients publish their keys.
///
/// A failure is a line of the log each time: nothing is fetched more often than once in 30 s.
struct ProviderReports: Sendable {
    private let metrics: BridgeMetrics
    private let log: Log
    private let clock: any WallClock

    /// Makes it.
    init(metrics: BridgeMetrics, resources: ServiceResources) {
        self.metrics = metrics
        log = resources.log
        clock = resources.clock
    }

    /// Notes what happened at a provider.
    func note(_ event: ProviderEvent, at provider: String, issuer: String) {
        switch event {
        case .keySet(.fetched): fetched(issuer, .success)
        case .keySet(.failed(let health)):
            fetched(issuer, .failure)
            log.warning(
                "the keys of a provider cannot be fetched",
                [
                    "provider": .identifier(provider), "issuer": .identifier(issuer),
                    "code": Self.code(health.lastFailure), "reason": Self.reason(health.lastFailure),
                    "keys_in_use": .number(Int64(health.usableKeys)),
                ])
        case .keySet(.staleKeysUsed): metrics.staleKeySetUsed(issuer: issuer)
        case .metadataFailed(let error):
            log.warning(
                "the metadata of a provider cannot be fetched",
                [
                    "provider": .identifier(provider), "issuer": .identifier(issuer), "code": Self.code(error),
                    "reason": Self.reason(error),
                ])
        case .waitRefused: waitRefused()
        }
    }

    /// Notes what became of the keys of a client.
    func note(_ event: KeySetEvent, ofClientKeysAt url: EndpointURL) {
        guard case .failed(let health) = event else { return }
        log.warning(
            "the keys of a client cannot be fetched",
            [
                "address": .text(url.textForMessages), "code": Self.code(health.lastFailure),
                "reason": Self.reason(health.lastFailure), "keys_in_use": .number(Int64(health.usableKeys)),
            ])
    }

    /// Notes that somebody was refused, because too many wait already.
    func waitRefused() { metrics.rateLimited(by: LimitName.waiting.rawValue) }

    private func fetched(_ issuer: String, _ result: FetchResult) {
        guard let now = try? clock.now() else { return }
        metrics.keySetFetched(issuer: issuer, result: result, at: now)
    }

    private static func code(_ error: OAuthClientError?) -> LogValue { .identifier(error?.code.rawValue ?? "none") }

    private static func reason(_ error: OAuthClientError?) -> LogValue { .text(error?.reason ?? "none") }
}
