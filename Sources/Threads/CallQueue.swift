/// Calls that wait for threads of their own, which the system may hold up for long.
package final class CallQueue<Call: Sendable>: Sendable {
    /// Why a call was not taken.
    package enum Refusal: Sendable {
        /// No calls are taken any more.
        case closed
        /// Too many wait.
        case full
    }

    private struct State: Sendable {
        var calls: [Call] = []
        var isOpen = true
        var workers = 0
        var waitersForEnd: [CheckedContinuation<Void, Never>] = []
    }

    private let maximum: Int
    private let monitor = Monitor(State())

    /// Makes an empty queue.
    ///
    /// - Parameter maximum: How many calls may wait: more would wait longer than their callers do.
    package init(maximum: Int) {
        self.maximum = maximum
    }

    /// Takes a call in.
    ///
    /// - Parameter call: The call.
    /// - Returns: Why it was not taken; nil where it was.
    package func submit(_ call: Call) -> Refusal? {
        monitor.change { state in
            guard state.isOpen else { return .closed }
            guard state.calls.count < maximum else { return .full }
            state.calls.append(call)
            return nil
        }
    }

    /// Waits for calls, and takes out those that wait.
    ///
    /// - Parameter count: At most so many.
    /// - Returns: The calls, the oldest first; nil when the queue is closed and empty.
    package func next(atMost count: Int) -> [Call]? {
        monitor.wait { state -> [Call]?? in
            guard !state.calls.isEmpty else { return state.isOpen ? nil : .some(nil) }
            let taken = Array(state.calls.prefix(count))
            state.calls.removeFirst(taken.count)
            return taken
        }
    }

    /// Says that one more thread takes calls out.
    package func workerBegins() {
        monitor.change { $0.workers += 1 }
    }

    /// Says that a thread takes no more calls out.
    package func workerHasEnded() {
        let waiters = monitor.change { state in
            state.workers -= 1
            guard state.workers == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { state.waitersForEnd = [] }
            return state.waitersForEnd
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Whether there are threads that take calls out.
    package var hasWorkers: Bool { monitor.read { $0.workers > 0 } }

    /// Takes no calls any more; those that wait are still taken out.
    package func close() {
        monitor.change { $0.isOpen = false }
    }

    /// Waits until all threads have ended; `close` must have been called.
    package func waitForEnd() async {
        await withCheckedContinuation { continuation in
            let hasEnded = monitor.change { state in
                if state.workers > 0 { state.waitersForEnd.append(continuation) }
                return state.workers == 0
            }
            if hasEnded { continuation.resume() }
        }
    }
}
