/// A statement with the values of its parameters.
struct PostgreSQLRequest: Sendable {
    let statement: PostgreSQLStatement
    let parameters: [PostgreSQLParameter]

    init(_ statement: PostgreSQLStatement, _ parameters: [PostgreSQLParameter] = []) {
        self.statement = statement
        self.parameters = parameters
    }
}

/// A statement, and the name under which a connection keeps it prepared.
struct PostgreSQLStatement: Sendable {
    let name: String
    let text: String

    init(_ name: String, _ text: String) {
        self.name = name
        self.text = text
    }
}
