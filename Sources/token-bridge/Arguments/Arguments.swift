import CustomTokenBridge
import StrictJSON

/// The arguments of a command, told apart by its specification.
struct Arguments: Sendable {
    /// What stands without an option name.
    let operands: [String]
    /// How results are printed.
    let output: OutputFormat
    /// Whether help is asked for.
    let wantsHelp: Bool

    private let values: [String: String]

    /// Tells arguments apart: `--name value`, `--name=value`, `--name`, operands, and `--` before more operands.
    init(_ words: [String], for command: CommandSpecification) throws {
        var values: [String: String] = [:]
        var operands: [String] = []
        var rest = words[...]
        while let word = rest.popFirst() {
            if word == "--" {
                operands += rest
                break
            }
            guard word.utf8.count > 1, word.utf8.first == UInt8(ascii: "-") else {
                operands.append(word)
                continue
            }
            let (option, value) = try Self.option(word, &rest, command)
            guard values.updateValue(value, forKey: option.name) == nil else {
                throw Failure.usage("--\(option.name) is given twice", command)
            }
        }
        wantsHelp = values["help"] != nil
        output = try Self.output(values["output"], command)
        guard operands.count <= command.operands.maximum || wantsHelp else {
            let surplus = operands[command.operands.maximum]
            throw Failure.usage(
                "unexpected argument \(surplus.argumentExcerpt)", command,
                hint: surplus.looksLikeSecret ? "keys and tokens are read from files or standard input" : nil)
        }
        self.values = values
        self.operands = operands
    }

    private static func option(
        _ word: String, _ rest: inout ArraySlice<String>, _ command: CommandSpecification
    ) throws -> (OptionSpecification, String) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = word == "-h" ? "help" : String(parts[0].dropFirst(2))
        guard word == "-h" || word.hasPrefix("--"), let option = command.allOptions.first(where: { $0.name == name })
        else {
            let nearest = Spelling.nearest(to: name, among: command.allOptions.map(\.name))
            throw Failure.usage(
                "unknown option \(parts[0].argumentExcerpt)", command, hint: nearest.map { "did you mean --\($0)?" })
        }
        guard let valueName = option.value.name else {
            guard parts.count == 1 else { throw Failure.usage("--\(name) takes no value", command) }
            return (option, "")
        }
        if parts.count == 2 { return (option, parts[1]) }
        guard let value = rest.first, !value.hasPrefix("--") else {
            throw Failure.usage(
                "--\(name) needs a value", command, hint: "write --\(name) \(valueName), or --\(name)=\(valueName)")
        }
        rest.removeFirst()
        return (option, value)
    }

    private static func output(_ value: String?, _ command: CommandSpecification) throws -> OutputFormat {
        switch value {
        case nil, "text": .text
        case "json": .json
        case let value?: throw Failure.usage("--output is text or json, not \(value.argumentExcerpt)", command)
        }
    }

    /// The value of an option; nil where it is not given.
    subscript(name: String) -> String? { values[name] }

    /// Whether an option without value is given.
    func has(_ name: String) -> Bool { values[name] != nil }

    /// The value of an option as a whole number.
    func integer(_ name: String) throws -> Int64? {
        guard let text = values[name] else { return nil }
        guard let number = Int64(text), text.utf8.first != UInt8(ascii: "+") else {
            throw Failure(
                code: "USAGE", message: "--\(name) must be a whole number, not \(text.argumentExcerpt)", hint: nil,
                exitCode: .usage)
        }
        return number
    }
}

extension Failure {
    /// A fault in the command line.
    static func usage(_ message: String, _ command: CommandSpecification, hint: String? = nil) -> Failure {
        Failure(
            code: "USAGE", message: message, hint: hint ?? "see token-bridge \(command.name) --help", exitCode: .usage)
    }
}
