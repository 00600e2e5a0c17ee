import Glibc

/// Calls that wait for the threads of a store.
///
/// Sendable: everything but the pointers is touched only while the lock is held.
@safe final class CallQueue<Call: Sendable>: @unchecked Sendable {
    /// Why a call was not taken.
    enum Refusal: String, Sendable {
        case closed = "the store is closed"
        case full = "too many calls wait for the store"
    }

    /// How many calls may wait: more would wait longer than their callers do.
    private static var maximum: Int { 16_384 }

    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let arrival: UnsafeMutablePointer<pthread_cond_t>
    private var calls: [Call] = []
    private var isOpen = true
    private var workers = 0
    private var waitersForEnd: [CheckedContinuation<Void, Never>] = []

    init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        unsafe arrival = .allocate(capacity: 1)
        unsafe arrival.initialize(to: pthread_cond_t())
        unsafe pthread_cond_init(arrival, nil)
    }

    deinit {
        unsafe pthread_cond_destroy(arrival)
        unsafe arrival.deallocate()
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    /// Takes a call in.
    ///
    /// - Parameter call: The call.
    /// - Returns: Why it was not taken; nil where it was.
    func submit(_ call: Call) -> Refusal? {
        locked {
            guard isOpen else { return .closed }
            guard calls.count < Self.maximum else { return .full }
            calls.append(call)
            unsafe pthread_cond_signal(arrival)
            return nil
        }
    }

    /// Waits for calls, and takes out those that wait.
    ///
    /// - Parameter count: At most so many.
    /// - Returns: The calls, the oldest first; nil when the queue is closed and empty.
    func next(atMost count: Int) -> [Call]? {
        locked {
            while calls.isEmpty, isOpen { unsafe pthread_cond_wait(arrival, mutex) }
            guard !calls.isEmpty else { return nil }
            let taken = Array(calls.prefix(count))
            calls.removeFirst(taken.count)
            // A signal may have come to this thread alone.
            if !calls.isEmpty { unsafe pthread_cond_signal(arrival) }
            return taken
        }
    }

    /// Says that one more thread takes calls out.
    func workerBegins() {
        locked { workers += 1 }
    }

    /// Says that a thread takes no more calls out.
    func workerHasEnded() {
        let waiters = locked {
            workers -= 1
            guard workers == 0 else { return [CheckedContinuation<Void, Never>]() }
            defer { waitersForEnd = [] }
            return waitersForEnd
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Takes no calls any more; those that wait are still taken out.
    func close() {
        locked {
            isOpen = false
            unsafe pthread_cond_broadcast(arrival)
        }
    }

    /// Waits until all threads have ended; `close` must have been called.
    func waitForEnd() async {
        await withCheckedContinuation { continuation in
            let hasEnded = locked {
                if workers > 0 { waitersForEnd.append(continuation) }
                return workers == 0
            }
            if hasEnded { continuation.resume() }
        }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body()
    }
}
