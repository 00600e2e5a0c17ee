import CPostgreSQL

/// libpq as a whole.
enum PostgreSQLLibrary: Sendable {
    /// Whether libpq is loaded, which the first who asks brings about.
    static let isReady = bridge_pq_is_complete() == 1
}
