import Providers
import Bridge
import Configuration
import CredentialProofs
import Operations

extension MetricNames {
    /// What may be a label by a configuration.
    init(_ configuration: BridgeConfiguration) {
        self.init(
            routes: Set(Route.allCases.map(\.rawValue) + ["none"]),
            providers: configuration.providerLabels,
            grants: Set(RegisteredClient.Grant.allCases.map(\.rawValue)),
            reasons: Set(CredentialError.Code.allCases.map(\.rawValue) + BridgeError.Code.allCases.map(\.rawValue)),
            limits: Set(LimitName.allCases.map(\.rawValue)))
    }
}

extension BridgeConfiguration {
    /// What the label `provider` may be.
    fileprivate var providerLabels: Set<String> { Set(providers.map(\.provider.id) + ["none"]) }
}

extension BridgeMetrics {
    /// Goes on with the providers of a configuration.
    func setProviders(_ configuration: BridgeConfiguration) {
        setProviders(
            configuration.providerLabels, issuers: Set(configuration.providers.map(\.provider.preset.issuer)))
    }
}
