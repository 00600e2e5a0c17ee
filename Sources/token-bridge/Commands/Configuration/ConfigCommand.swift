import Configuration
import CustomTokenBridge
import CustomTokens
import Glibc
import StrictJSON

/// `token-bridge config`: a configuration to begin with, what is wrong with one, and its schema.
enum ConfigCommand: Sendable {
    private static let actions = ["init", "check", "schema"]

    static let specification = CommandSpecification(
        name: "config", summary: "Write, check or describe a configuration.",
        synopsis: "init [FILE] | check | schema [options]",
        details: """
            init    writes a commented sample to FILE (default bridge.json; - is standard output), never over a file
            check   tells everything that is wrong with a configuration, each with its place, and with the key and the
                    certificate that `serve` would open; exit 0 or 3
            schema  prints a JSON Schema, for editors
            """,
        operands: (actions, 2), options: [.configuration], run: run)

    private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
        if let action = arguments.operands.first, actions.contains(action), action != "check", arguments.has("config") {
            throw Failure.usage(
                "--config belongs to check", specification,
                hint: action == "init" ? "write token-bridge config init FILE" : nil)
        }
        switch (arguments.operands.first, arguments.operands.dropFirst().first) {
        case ("init", let file): try write(to: file ?? "bridge.json", console)
        case ("check", nil): try check(arguments, console)
        case ("schema", nil): try console.print(ConfigurationSchema.jsonSchema.compactText)
        case ("check", _?):
            throw Failure.usage("check takes no name", specification, hint: "name the file with --config FILE")
        case ("schema", _?): throw Failure.usage("schema takes no name", specification)
        case (let action, _):
            let found = action.map { "not \($0.argumentExcerpt)" } ?? "and one must be named"
            throw Failure.usage("what to do is init, check or schema, \(found)", specification)
        }
        return .success
    }

    private static func write(to file: String, _ console: Console) throws {
        let sample = ConfigurationSample.text
        guard file != "-" else {
            try console.print(String(sample.last == "\n" ? String(sample.dropLast()) : sample))
            return
        }
        do throws(CustomTokenError) {
            try PrivateFile.create(file, with: [UInt8](sample.utf8))
        } catch {
            guard isThere(file) else { throw error }
            throw Failure(
                code: error.code.rawValue, message: "\(file.argumentExcerpt) is there already, and is left as it is",
                hint: "name another file: token-bridge config init FILE", exitCode: .failure)
        }
        console.note(
            "wrote \(file.argumentExcerpt); set \(ConfigurationSample.environmentNames.joined(separator: ", ")), or change it, then run token-bridge config check"
        )
    }

    private static func isThere(_ file: String) -> Bool {
        var status = stat()
        return unsafe lstat(file, &status) == 0
    }

    private static func check(_ arguments: Arguments, _ console: Console) throws {
        var file: String?
        let result: ConfigurationCheck
        do throws(ConfigurationError) {
            let path = try ConfigurationFile.path(explicit: arguments["config"], environment: console.environment)
            file = path
            let configuration = try BridgeConfiguration.load(path: path, environment: console.environment)
            let found = StartRehearsal(configuration: configuration, console: console).findings()
            guard found.faults.isEmpty else { throw ConfigurationError(code: .invalid, faults: found.faults) }
            result = ConfigurationCheck(file: path, faults: [], warnings: configuration.warnings + found.warnings)
        } catch {
            guard arguments.output == .json else { throw error }
            let faulty = ConfigurationCheck(file: file, faults: error.faults, warnings: [])
            try console.print(faulty.json.compactText)
            throw faulty.failure(error.code)
        }
        switch arguments.output {
        case .text:
            result.warnings.map(\.description).forEach(console.warn)
            try console.print(result.text)
        case .json: try console.print(result.json.compactText)
        }
    }
}

/// What a check of a configuration found.
struct ConfigurationCheck: CommandResult {
    /// The file; nil where there is none.
    let file: String?
    let faults: [ConfigurationFault]
    let warnings: [ConfigurationWarning]

    var text: String {
        "\(file ?? "") is right"
            + (warnings.isEmpty ? "" : ", with \(warnings.count) warning\(warnings.count == 1 ? "" : "s")")
    }

    var json: JSONValue {
        .object(
            JSONObject([
                "file": .optional(file), "valid": .bool(faults.isEmpty),
                "faults": .array(
                    faults.map { fault in
                        .object(
                            JSONObject([
                                "place": .string(fault.place.description), "path": .string(fault.path),
                                "message": .string(fault.message), "hint": .optional(fault.hint),
                            ]))
                    }),
                "warnings": .array(
                    warnings.map { warning in
                        .object(
                            JSONObject([
                                "place": .string(warning.place.description), "path": .string(warning.path),
                                "message": .string(warning.message),
                            ]))
                    }),
            ]))
    }

    /// What is said beside a result that tells the faults.
    func failure(_ code: ConfigurationError.Code) -> Failure {
        let count = "\(faults.count) fault\(faults.count == 1 ? "" : "s")"
        return Failure(
            code: code.rawValue, message: "\(file?.argumentExcerpt ?? "the configuration") has \(count)",
            hint: "the result on standard output tells what and where", exitCode: .configuration)
    }
}
