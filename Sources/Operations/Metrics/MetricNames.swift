/// What the metrics may be labelled with; all else counts as `other`.
public struct MetricNames: Sendable {
    /// The routes of the service, as patterns: `/callback/{provider}`.
    public let routes: Set<String>
    /// The providers of the configuration.
    public let providers: Set<String>
    /// The names of grants, such as `token_exchange`.
    public let grants: Set<String>
    /// The codes by which an exchange is rejected.
    public let reasons: Set<String>
    /// The names of limits.
    public let limits: Set<String>

    /// Names them.
    public init(
        routes: Set<String>, providers: Set<String>, grants: Set<String>, reasons: Set<String>, limits: Set<String>
    ) {
        self.routes = routes
        self.providers = providers
        self.grants = grants
        self.reasons = reasons
        self.limits = limits
    }
}
