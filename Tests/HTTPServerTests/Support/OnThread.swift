import Foundation

/// Runs a body that blocks on a thread of its own, while the task waits without holding one.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        let thread = Thread { continuation.resume(with: Result(catching: body)) }
        thread.stackSize = 1 << 20
        thread.start()
    }
}

/// Waits until something holds; a test fails by its own expectation where it never does.
func eventually(_ condition: @Sendable () async -> Bool) async -> Bool {
    for _ in 0..<6000 {
        if await condition() { return true }
        try? await Task.sleep(for: .milliseconds(5))
    }
    return false
}
