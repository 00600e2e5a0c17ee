/// The texts that --help prints, made from the specifications.
enum Help: Sendable {
    /// The help of the whole program.
    static func overview(of commands: [CommandSpecification]) -> String {
        """
        token-bridge makes Firebase custom tokens, and tells why one would be refused.

        Usage: token-bridge COMMAND [options]

        Commands:
        \(table(commands.map { ($0.name, $0.summary) }))

        token-bridge COMMAND --help tells more. Results go to standard output, everything else to standard error.

        Exit codes: 0 ok, 1 failure, 2 usage, 3 configuration, 4 credential or token refused,
        5 provider or network, 6 denied or expired by the person, 75 temporary.
        """
    }

    /// The help of one command.
    static func text(of command: CommandSpecification) -> String {
        let options = command.allOptions.map { option in
            ("--\(option.name)" + (option.value.name.map { " \($0)" } ?? ""), option.help)
        }
        return """
            \(command.summary)

            Usage: token-bridge \(command.name)\(command.synopsis.isEmpty ? "" : " ")\(command.synopsis)

            Options:
            \(table(options))\(command.details.isEmpty ? "" : "\n\n")\(command.details)
            """
    }

    private static func table(_ rows: [(String, String)]) -> String {
        let width = rows.map(\.0.count).max() ?? 0
        return rows.map { name, help in
            "  \(name.padded(to: width))  \(help)"
        }.joined(separator: "\n")
    }
}
