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
