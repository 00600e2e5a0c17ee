/// Why a server did not do what was asked.
struct PostgreSQLFault: Error {
    /// What is to be done about a fault.
    enum Kind: Sendable {
        /// It was undone for the sake of another transaction, and is to be done again.
        case conflict
        /// The connection is lost; what was not committed, was not done.
        case lost
        /// Perhaps of one call alone: others may succeed.
        case call
        /// Of the server: whatever is tried now, fails.
        case server
        /// The connection is of no use, and what was asked failed.
        case connection
    }

    let words: String
    let kind: Kind
    /// What the server calls it (PostgreSQL, appendix A); nil where it has not answered.
    let state: String?

    init(_ words: String, _ kind: Kind, state: String? = nil) {
        self.words = words
        self.kind = kind
        self.state = state
    }

    /// The fault that the server names.
    ///
    /// - Parameters:
    ///   - state: What the server calls it.
    ///   - message: What it says of it.
    init(state: String, message: String) {
        self.init("\(message) (SQLSTATE \(state))", Self.kind(of: state), state: state)
    }

    private static func kind(of state: String) -> Kind {
        switch state {
        case "40001", "40P01": .conflict
        // Some of several records were added by another in the same moment: `PostgreSQLStatement.add`.
        case "22012": .conflict
        // A time limit; a disk that is full; too many connections or too little memory.
        case "57014", "55P03": .server
        // The server goes down or comes up.
        case "57P01", "57P02", "57P03", "25P03": .lost
        // Another node has the data now; the tables were dropped; prepared statements are gone.
        case "25006", "42P01", "26000", "0A000", "25P02": .connection
        default: state.hasPrefix("08") ? .lost : state.hasPrefix("53") ? .server : .call
        }
    }
}
