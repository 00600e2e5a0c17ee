public import JOSE

/// The numbers of the service, for Prometheus.
///
/// Safe from any thread. No label holds anything of a user, and callers cannot make new series.
public struct BridgeMetrics: Sendable {
    /// The media type of the exposition.
    public static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    private let requests: MetricFamily
    private let durations: HistogramFamily
    private let inFlight = MetricFamily(
        .gauge, "bridge_http_requests_in_flight", "Requests that are being served.")
    private let issued: MetricFamily
    private let rejected: MetricFamily
    private let deviceSessions = MetricFamily(
        .counter, "bridge_device_sessions", "Device sessions that have come into a state, at this replica.",
        labels: [MetricLabel("state", .first(16))])
    private let userCodeFailures = MetricFamily(
        .counter, "bridge_user_code_failures_total", "User codes that were entered and are none.")
    private let keySetFetches = MetricFamily(
        .counter, "bridge_jwks_fetch_total", "Fetches of a provider's keys.",
        labels: [MetricLabel("issuer", .first(64)), MetricLabel("result", .known(Set(FetchResult.allNames)))])
    private let keySets = KeySetAges()
    private let staleKeySets = MetricFamily(
        .counter, "bridge_jwks_stale_uses_total",
        "Times that a provider's keys were used after their freshness, for newer ones could not be had.",
        labels: [MetricLabel("issuer", .first(64))])
    private let keyStates = MetricFamily(
        .gauge, "bridge_key_state", "1 for the state that a signing key is in.",
        labels: [MetricLabel("kid", .first(256)), MetricLabel("state", .first(16))])
    private let keyExpiries = MetricFamily(
        .gauge, "bridge_key_expiry_seconds", "Seconds until a signing key expires.",
        labels: [MetricLabel("kid", .first(256))])
    private let keyRingReads = MetricFamily(
        .counter, "bridge_key_ring_reads_total", "Changes of the key ring that were seen, taken or not.",
        labels: [MetricLabel("result", .known(Set(FetchResult.allNames)))])
    private let keyRingFault = MetricFamily(
        .gauge, "bridge_key_ring_fault", "1 while the key ring cannot be taken as it is, and an earlier one is used.")
    private let clockSkew = MetricFamily(
        .gauge, "bridge_clock_skew_seconds", "How far our clock is ahead of a provider's.")
    private let buildInfo: MetricFamily
    private let storeErrors = MetricFamily(
        .counter, "bridge_store_errors_total", "Operations of the store that failed.")
    private let auditErrors = MetricFamily(
        .counter, "bridge_audit_errors_total", "Audit records that could not be written.")
    private let signerErrors = MetricFamily(
        .counter, "bridge_signer_errors_total", "Custom tokens that could not be signed, for no fault of the request.")
    private let rateLimited: MetricFamily

    /// Makes the metrics.
    ///
    /// - Parameters:
    ///   - names: What the metrics may be labelled with.
    ///   - version: The version of the program.
    public init(names: MetricNames, version: String) {
        let route = MetricLabel("route", .known(names.routes))
        let provider = MetricLabel("provider", .known(names.providers))
        requests = MetricFamily(
            .counter, "bridge_http_requests_total", "Requests that were answered.",
            labels: [route, MetricLabel("code", .first(64))])
        durations = HistogramFamily(
            "bridge_http_request_duration_seconds", "How long answers took.",
            bounds: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10], labels: [route])
        issued = MetricFamily(
            .counter, "bridge_tokens_issued_total", "Custom tokens that were issued.",
            labels: [provider, MetricLabel("grant", .known(names.grants))])
        rejected = MetricFamily(
            .counter, "bridge_exchange_rejected_total", "Credentials for which no token was issued.",
            labels: [provider, MetricLabel("reason", .known(names.reasons))])
        rateLimited = MetricFamily(
            .counter, "bridge_rate_limited_total", "Requests that were refused by a limit.",
            labels: [MetricLabel("limit", .known(names.limits))])
        buildInfo = MetricFamily(
            .gauge, "bridge_build_info", "1, labelled with the version.", labels: [MetricLabel("version", .first(1))])
        buildInfo.set(1, [version])
    }

    /// Goes on with the providers of another configuration; what was counted stays.
    ///
    /// - Parameters:
    ///   - providers: The names that may be labels.
    ///   - issuers: The issuers whose keys are of interest: of others no age is told any more.
    public func setProviders(_ providers: Set<String>, issuers: Set<String>) {
        for family in [issued, rejected] { family.take(.known(providers), for: "provider") }
        keySets.keep(only: issuers)
    }

    /// Notes that a request has arrived; `requestEnded` follows.
    public func requestBegan() {
        inFlight.add(1)
    }

    /// Notes that a request was answered.
    ///
    /// - Parameters:
    ///   - route: Its route, as a pattern.
    ///   - status: The status code.
    ///   - duration: How long it took.
    public func requestEnded(route: String, status: Int, duration: Duration) {
        inFlight.add(-1)
        requests.add(1, [route, 100...599 ~= status ? String(status) : MetricLabel.other])
        durations.observe(duration, [route])
    }

    /// Notes that a custom token was issued; for minting without a provider, that is `none`.
    public func tokenIssued(provider: String, grant: String) {
        issued.add(1, [provider, grant])
    }

    /// Notes that no token was issued for a credential, and by which code.
    public func exchangeRejected(provider: String, reason: String) {
        rejected.add(1, [provider, reason])
    }

    /// Notes that a device session has come into a state: `pending`, `approved`, `denied` or `redeemed`.
    public func deviceSession(became state: String) {
        deviceSessions.add(1, [state])
    }

    /// Notes that a user code was entered that is none.
    public func userCodeFailed() {
        userCodeFailures.add(1)
    }

    /// Notes a fetch of a provider's keys, which succeeds when they have been read.
    ///
    /// - Parameters:
    ///   - issuer: The issuer.
    ///   - result: How it ended.
    ///   - time: When.
    public func keySetFetched(issuer: String, result: FetchResult, at time: NumericDate) {
        keySetFetches.add(1, [issuer, result.rawValue])
        if result == .success { keySets.note(issuer, time) }
    }

    /// Notes that a provider's keys were used although they are fresh no longer.
    ///
    /// - Parameter issuer: The issuer.
    public func staleKeySetUsed(issuer: String) {
        staleKeySets.add(1, [issuer])
    }

    /// Sets what is known of the signing keys; those that are not named are gone.
    public func setKeys(_ keys: [KeyMetrics]) {
        keyStates.replace(with: keys.map { ([$0.keyID, $0.state], 1) })
        keyExpiries.replace(
            with: keys.compactMap { key in key.secondsToExpiry.map { ([key.keyID], Double($0)) } })
    }

    /// Notes that a change of the key ring was taken, or could not be.
    public func keyRingRead(_ result: FetchResult) {
        keyRingReads.add(1, [result.rawValue])
    }

    /// Sets how many faults keep the key ring from being taken as it is.
    public func setKeyRingFault(_ count: Int) {
        keyRingFault.set(Double(count))
    }

    /// Sets how far our clock is ahead of a provider's.
    public func setClockSkew(seconds: Int64) {
        clockSkew.set(Double(seconds))
    }

    /// Notes that an operation of the store failed.
    public func storeFailed() {
        storeErrors.add(1)
    }

    /// Notes that an audit record could not be written.
    public func auditFailed() {
        auditErrors.add(1)
    }

    /// Notes that a custom token could not be signed.
    public func signerFailed() {
        signerErrors.add(1)
    }

    /// Notes that a request was refused by a limit.
    ///
    /// - Parameter limit: Its name, such as `client`.
    public func rateLimited(by limit: String) {
        rateLimited.add(1, [limit])
    }

    /// All the numbers in the text format.
    ///
    /// - Parameters:
    ///   - time: The time now.
    ///   - process: What the kernel knows of the process; nil where it tells nothing.
    ///   - droppedLogLines: How many lines the log has dropped.
    /// - Returns: The text, its families in the order of their names.
    public func exposition(at time: NumericDate, process: ProcessStatistics?, droppedLogLines: UInt64) -> [UInt8] {
        let dropped = MetricFamily(.counter, "bridge_log_lines_dropped_total", "Lines that the log has dropped.")
        dropped.add(Double(droppedLogLines))
        let simple = [
            requests, inFlight, issued, rejected, deviceSessions, userCodeFailures, keySetFetches,
            staleKeySets, keyStates, keyExpiries, keyRingReads, keyRingFault, clockSkew, buildInfo, storeErrors,
            auditErrors, signerErrors,
            rateLimited, dropped, keySets.family(at: time),
        ]
        var families: [(name: String, append: (inout ExpositionText) -> Void)] =
            (simple + (process?.families ?? [])).map { ($0.name, $0.append) }
        families.append((durations.name, durations.append))
        var text = ExpositionText()
        for family in families.sorted(by: { ExpositionText.areInOrder([$0.name], [$1.name]) }) { family.append(&text) }
        return text.bytes
    }
}
