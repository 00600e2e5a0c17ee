import CustomTokenBridge

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
    /// What may stand after the first of these, for completions.
    var laterOperands: [String] = []
    /// The options of the command's own.
    let options: [OptionSpecification]
    /// Runs the command.
    ///
    /// Not async: a command that waits for nothing starts faster and smaller without the machinery of concurrency.
    let run: @Sendable (Arguments, Console) throws -> ExitCode

    /// All options, those of every command included.
    var allOptions: [OptionSpecification] { options + OptionSpecification.common }
}
