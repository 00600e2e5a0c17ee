public import Operations

/// Where every custom token is noted.
public struct AuditSettings: Sendable, Equatable {
    /// The file.
    public let file: String
    /// When a line counts as written.
    public let durability: AuditLog.Durability
}
