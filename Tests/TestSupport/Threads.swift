import Foundation

/// Real threads, for what must hold from any of them.
public enum Threads: Sendable {
    /// Runs a body on some threads at once and collects what they return, in the order of the threads.
    ///
    /// - Parameters:
    ///   - count: How many threads.
    ///   - body: What each does, given its number from 0.
    /// - Returns: The results.
    public static func run<Result: Sendable>(count: Int, _ body: @escaping @Sendable (Int) -> Result) -> [Result] {
        let results = ResultBox<Result>(count: count)
        let group = DispatchGroup()
        for index in 0..<count {
            group.enter()
            let thread = Thread {
                results.set(body(index), at: index)
                group.leave()
            }
            thread.stackSize = 1 << 20
            thread.start()
        }
        group.wait()
        return results.all
    }
}

/// Results by their number.
///
/// Sendable: the array is touched only under the lock.
private final class ResultBox<Result: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var values: [Result?]

    init(count: Int) {
        values = Array(repeating: nil, count: count)
    }

    func set(_ value: Result, at index: Int) {
        lock.withLock { values[index] = value }
    }

    var all: [Result] { lock.withLock { values.compactMap { $0 } } }
}
