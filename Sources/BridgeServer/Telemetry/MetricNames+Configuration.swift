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
            providers: Set(configuration.providers.map(\.provider.id) + ["none"]),
            grants: Set(RegisteredClient.Grant.allCases.map(\.rawValue)),
            reasons: Set(CredentialError.Code.allCases.map(\.rawValue) + BridgeError.Code.allCases.map(\.rawValue)))
    }
}
