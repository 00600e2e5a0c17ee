import Synchronization

/// When something is over its time, set by one thread and watched by another.
struct Deadline: ~Copyable, Sendable {
    private let time = Atomic<Int64>(0)

    borrowing func set(_ time: Int64) {
        self.time.store(time, ordering: .relaxed)
    }

    borrowing func clear() {
        time.store(0, ordering: .relaxed)
    }

    borrowing func passed(at now: Int64) -> Bool {
        let time = time.load(ordering: .relaxed)
        return time != 0 && time <= now
    }
}
