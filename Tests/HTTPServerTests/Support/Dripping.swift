import Foundation
import Synchronization

/// Sends the same bytes again and again, on a thread of its own.
final class Dripping: Sendable {
    private let isDone = Atomic<Bool>(false)

    init(_ client: RawClient, _ text: String) {
        guard !text.isEmpty else { return }
        let thread = Thread { [self] in
            while !isDone.load(ordering: .acquiring) {
                client.send(text)
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
        thread.start()
    }

    func stop() {
        isDone.store(true, ordering: .releasing)
    }
}
