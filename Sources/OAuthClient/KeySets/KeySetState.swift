import JOSE

/// What is known of an issuer's keys, and when to fetch them: a pure state machine.
struct KeySetState: Sendable {
    /// What is to be done for one token.
    enum Decision: Sendable {
        /// The keys are there.
        case answer(VerificationKeySet)
        /// The keys are there, and a fetch should begin in the background.
        case answerAndRefresh(VerificationKeySet)
        /// The fetch that is running or should begin is to be waited for.
        case wait
        /// There are no keys, and it is too early to fetch again.
        case refuse(OAuthClientError)
    }

    /// What a fetch brought.
    enum Fetched: Sendable {
        /// A key set.
        case published(PublishedKeySet, entityTag: String?, freshness: Duration)
        /// The key set that is there already is still right.
        case unchanged(freshness: Duration)
    }

    private struct Current {
        var published: PublishedKeySet
        var entityTag: String?
        var publishedAt: MonotonicInstant
        var freshUntil: MonotonicInstant
        var refreshAt: MonotonicInstant
    }

    private let patience: KeySetPatience
    private var current: Current?
    private var isFetching = false
    private var lastEnd: MonotonicInstant?
    private var lastFailure: OAuthClientError?
    private var fetches = 0
    private var failures = 0

    /// Knows nothing yet.
    init(patience: KeySetPatience) {
        self.patience = patience
    }

    /// The entity tag of the keys that are there, to ask for newer ones only.
    var entityTag: String? { current?.entityTag }

    /// What is to be done for a token.
    func decision(for header: JOSEHeader, at now: MonotonicInstant) -> Decision {
        let mayWait = isFetching || mayFetch(at: now)
        guard let current = usable(at: now) else { return mayWait ? .wait : .refuse(failure) }
        let keys = current.published.keys
        let isCovered = current.published.covers(header)
        if mayWait, now >= current.freshUntil || !isCovered { return .wait }
        if !isCovered, lastFailure != nil { return .refuse(failure) }
        return now >= current.refreshAt && mayFetch(at: now) ? .answerAndRefresh(keys) : .answer(keys)
    }

    /// What there is after a fetch was waited for.
    ///
    /// A key identifier that is unknown while the provider cannot be reached may be right: that is a failure, which may
    /// pass, and no verdict about the token.
    func settled(for header: JOSEHeader, at now: MonotonicInstant) throws(OAuthClientError) -> VerificationKeySet {
        guard let current = usable(at: now), lastFailure == nil || current.published.covers(header) else {
            throw failure
        }
        return current.published.keys
    }

    /// What there is for a token while more wait for the running fetch than may; nil where newer keys are needed.
    ///
    /// Keys that were fresh until now are as good as they would be if the fetch failed: nobody is kept from a key that is
    /// known by those who ask for ones that are not.
    func known(for header: JOSEHeader, at now: MonotonicInstant) -> VerificationKeySet? {
        usable(at: now).flatMap { $0.published.covers(header) ? $0.published.keys : nil }
    }

    /// Whether the keys that are there are fresh no longer.
    func isStale(at now: MonotonicInstant) -> Bool { current.map { now >= $0.freshUntil } ?? false }

    /// Whether the last fetch failed, and it is time for another.
    func mayRetry(at now: MonotonicInstant) -> Bool { lastFailure != nil && mayFetch(at: now) }

    /// Notes that a fetch begins; false where one is running, which is to be waited for.
    mutating func begin() -> Bool {
        guard !isFetching else { return false }
        isFetching = true
        return true
    }

    /// Takes what a fetch brought.
    mutating func end(_ fetched: Fetched, at now: MonotonicInstant, jitter: UInt8) {
        note(nil, at: now)
        let freshness: Duration
        switch fetched {
        case .published(let published, let entityTag, let stated):
            freshness = stated
            current = Current(
                published: published, entityTag: entityTag, publishedAt: now, freshUntil: now, refreshAt: now)
        case .unchanged(let stated): freshness = stated
        }
        current?.publishedAt = now
        current?.freshUntil = now + freshness
        current?.refreshAt = now + KeySetFreshness.refresh(freshness, jitter: jitter)
    }

    /// Takes the failure of a fetch: the keys that are there stay, up to their longest use.
    mutating func end(_ failure: OAuthClientError, at now: MonotonicInstant) {
        failures += 1
        note(failure, at: now)
    }

    private mutating func note(_ failure: OAuthClientError?, at now: MonotonicInstant) {
        isFetching = false
        fetches += 1
        lastEnd = now
        lastFailure = failure
    }

    private func mayFetch(at now: MonotonicInstant) -> Bool {
        guard !isFetching else { return false }
        return lastEnd.map { now - $0 >= patience.cooldown } ?? true
    }

    private func usable(at now: MonotonicInstant) -> Current? {
        current.flatMap { current in
            let beginning = patience.beginning == .published ? current.publishedAt : current.freshUntil
            return now - beginning < patience.longestUse ? current : nil
        }
    }

    private var failure: OAuthClientError {
        OAuthClientError(
            .providerUnavailable,
            "the provider's keys cannot be had now: \(lastFailure?.reason ?? "they were not fetched yet")",
            connectionFault: lastFailure?.connectionFault)
    }

    /// How it stands.
    func health(at now: MonotonicInstant) -> KeySetHealth {
        let usable = usable(at: now)
        let state: KeySetHealth.State =
            switch (lastFailure, usable) {
            case (nil, nil): fetches == 0 ? .empty : .unavailable
            case (nil, _?): .good
            case (_?, _?): .degraded
            case (_?, nil): .unavailable
            }
        return KeySetHealth(
            state: state, lastFailure: lastFailure, age: current.map { now - $0.publishedAt },
            usableKeys: usable?.published.keys.entries.count ?? 0, skippedKeys: usable?.published.skipped ?? [],
            fetches: fetches, failures: failures)
    }
}
