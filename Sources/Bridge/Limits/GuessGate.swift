import JOSE

/// Lets guesses through as long as none of their origins has guessed wrong too often.
struct GuessGate: Sendable {
    /// The counters of the origins: whom one of them stops, never touches those after it.
    ///
    /// First those that nobody makes up at will, as a browser session is: who is stopped leaves nothing new in the store.
    let counters: [GuessCounter]
    let store: any Store

    /// Looks at a guess.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - look: Finds what the guess stands for; nil for a wrong guess.
    /// - Returns: What was found.
    /// - Throws: `BridgeError` with code `rateLimited`, without having looked; `userCodeInvalid` for a wrong guess.
    func look<Found: Sendable>(
        now: NumericDate, _ look: () async throws(BridgeError) -> Found?
    ) async throws(BridgeError) -> Found {
        try await enter(now: now)
        let found: Found?
        do throws(BridgeError) {
            found = try await look()
        } catch {
            // It was not seen whether the guess is right, so it is not counted.
            try await giveBack(counters[...], now: now)
            throw error
        }
        guard let found else { throw BridgeError(.userCodeInvalid, "the code is not one that waits for an answer") }
        try await giveBack(counters[...], now: now)
        return found
    }

    private func enter(now: NumericDate) async throws(BridgeError) {
        for (index, counter) in counters.enumerated() {
            guard case .full(let end) = try await counter.take(in: store, now: now) else { continue }
            try await giveBack(counters[..<index], now: now)
            throw BridgeError.rateLimited("too many wrong codes were entered", by: counter.limit, until: end, now: now)
        }
    }

    private func giveBack(_ counters: ArraySlice<GuessCounter>, now: NumericDate) async throws(BridgeError) {
        for counter in counters { try await counter.giveBack(in: store, now: now) }
    }
}
