import Threads

/// The warnings of what is done for a result that tells them itself.
final class HeardWarnings: Sendable {
    private let heard = Locked<[String]>([])

    /// What was heard, each once.
    var texts: [String] { heard.withLock { $0 } }

    /// Hears a message.
    func hear(_ message: Message) {
        guard case .warning(let text) = message else { return }
        heard.withLock { texts in
            if !texts.contains(text) { texts.append(text) }
        }
    }
}
