import CustomTokenBridge

/// One option of a command, from which parsing, help and completions are made.
struct OptionSpecification: Sendable {
    /// What an option's value is, for help and completions.
    enum Value: Sendable {
        case none
        case text(String)
        case file(String)
        case choice(String, [String])

        /// The value's name in help.
        var name: String? {
            switch self {
            case .none: nil
            case .text(let name), .file(let name), .choice(let name, _): name
            }
        }
    }

    /// The name without its hyphens.
    let name: String
    /// What value it takes.
    let value: Value
    /// One line of help.
    let help: String

    /// Every command has these.
    static let common = [
        OptionSpecification(
            name: "output", value: .choice("FORMAT", ["text", "json"]), help: "text (default) or json"),
        OptionSpecification(name: "help", value: .none, help: "print this help"),
    ]
}

/// One command, from which dispatch, help and completions are made.
struct CommandSpecification: Sendable {
    /// The name.
    let name: String
    /// One line of help.
    let summary: String
    /// What follows the name in the usage line.
    let synopsis: String
    /// More help: paragraphs and examples.
    let details: String
    /// What may stand without an option name, with the most that may be given.
    let operands: (names: [String], maximum: Int)
    /// The options of the command's own.
    let options: [OptionSpecification]
    /// Runs the command.
    ///
    /// Not async: a command that waits for nothing starts faster and smaller without the machinery of concurrency.
    let run: @Sendable (Arguments, Console) throws -> ExitCode

    /// All options, those of every command included.
    var allOptions: [OptionSpecification] { options + OptionSpecification.common }
}
