public import OAuthClient
import StrictJSON
import Threads

/// Keeps sessions in memory: they end with the process.
public final class MemorySessionStore: SessionStore {
    fileprivate struct Content {
        var sessions: [AccountName: StoredSession] = [:]
        var held: Set<AccountName> = []
    }

    private let content = Locked(Content())
    private let clock: any MonotonicClock

    /// Makes an empty store.
    ///
    /// - Parameter clock: The clock that waiting is measured with.
    public init(clock: any MonotonicClock = SystemMonotonicClock()) {
        self.clock = clock
    }

    /// The names of the sessions that are there, in order.
    public func names() -> [AccountName] {
        content.withLock { $0.sessions.keys.sorted() }
    }

    /// The session of a name; nil where there is none.
    ///
    /// - Parameter name: The name.
    /// - Returns: The session.
    public func session(named name: AccountName) -> StoredSession? {
        content.withLock { $0.sessions[name] }
    }

    /// Waits for the sole right to change the session of a name.
    ///
    /// - Parameter name: The name.
    /// - Returns: The right.
    /// - Throws: `FirebaseSessionError` with code `cancelled`.
    public func hold(_ name: AccountName) async throws(FirebaseSessionError) -> any HeldSession {
        while !content.withLock({ $0.held.insert(name).inserted }) {
            do throws(OAuthClientError) {
                try await clock.sleep(until: clock.now() + .milliseconds(5))
            } catch {
                throw FirebaseSessionError(error)
            }
        }
        return Held(content: content, name: name)
    }

    private final class Held: HeldSession {
        private let content: Locked<Content>
        private let name: AccountName
        private let isReleased = Locked(false)

        init(content: Locked<Content>, name: AccountName) {
            self.content = content
            self.name = name
        }

        deinit {
            release()
        }

        func session() -> StoredSession? { content.withLock { $0.sessions[name] } }

        func keep(_ session: StoredSession) {
            content.withLock { $0.sessions[name] = session }
        }

        func drop() {
            content.withLock { $0.sessions[name] = nil }
        }

        func release() {
            let wasReleased = isReleased.withLock { isReleased in
                defer { isReleased = true }
                return isReleased
            }
            guard !wasReleased else { return }
            content.withLock { _ = $0.held.remove(name) }
        }
    }
}
