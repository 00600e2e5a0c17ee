/// What a key of a ring is for just now.
public enum KeyState: String, Sendable, CaseIterable {
    /// Published, and not signing yet.
    case next
    /// Signs.
    case active
    /// Signs no more; tokens that it signed are still under way, so it stays published.
    case retiring
    /// Neither signs nor is published.
    case retired
    /// Trusted no more, at once and for good.
    case revoked

    /// Whether the public half belongs into the key set that others verify with.
    public var isPublished: Bool {
        switch self {
        case .next, .active, .retiring: true
        case .retired, .revoked: false
        }
    }
}
