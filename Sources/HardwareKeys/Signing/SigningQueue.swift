import Glibc

/// A signature that somebody waits for.
struct SigningCall: Sendable {
    let input: HardwareSigningInput
    let continuation: CheckedContinuation<Result<[UInt8], HardwareKeyError>, Never>
}

/// Signatures that wait for the threads of a key.
///
/// Sendable: everything but the pointers is touched only while the lock is held.
@safe final class SigningQueue: @unchecked Sendable {
    /// How many may wait: more would wait longer than their callers do.
    private static let maximum = 1024

    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let arrival: UnsafeMutablePointer<pthread_cond_t>
    private var calls: [SigningCall] = []
    private var isOpen = true

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

    /// Takes a call in; false where too many wait.
    func submit(_ call: SigningCall) -> Bool {
        locked {
            guard isOpen, calls.count < Self.maximum else { return false }
            calls.append(call)
            unsafe pthread_cond_signal(arrival)
            return true
        }
    }

    /// Waits for a call; nil when the queue is closed and empty.
    func next() -> SigningCall? {
        locked {
            while calls.isEmpty, isOpen { unsafe pthread_cond_wait(arrival, mutex) }
            return calls.isEmpty ? nil : calls.removeFirst()
        }
    }

    /// Takes no calls any more; those that wait are still taken out.
    func close() {
        locked {
            isOpen = false
            unsafe pthread_cond_broadcast(arrival)
        }
    }

    private func locked<Answer>(_ body: () -> Answer) -> Answer {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body()
    }
}
