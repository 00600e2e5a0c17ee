import Configuration
import CustomTokenBridge
import Providers
import StrictJSON

/// `token-bridge providers`: the providers that are known, and how each proves to which client a credential was issued.
enum ProvidersCommand: Sendable {
    private static let actions = ["list", "show", "check"]

    static let specification = CommandSpecification(
        name: "providers", summary: "Show the known providers, and check that one can be reached.",
        synopsis: "list | show ID | check ID [options]",
        details: """
            list   all presets, and which credentials each accepts
            show   one preset: its addresses, its scopes, how it proves the audience
            check  fetches the provider's metadata and keys, and tells where they differ from the preset;
                   ID is a name in the configuration, or a preset that needs none
            """,
        operands: (actions, 2), laterOperands: PresetTable.all.map(\.id), options: [.configuration], run: run)

    private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
        if let action = arguments.operands.first, ["list", "show"].contains(action), arguments.has("config") {
            throw Failure.usage("--config belongs to check: \(action) tells of the presets", specification)
        }
        switch (arguments.operands.first, arguments.operands.dropFirst().first) {
        case ("list", nil):
            try print(ProviderList(presets: PresetTable.all), arguments, console)
            return .success
        case ("show", let id?):
            try print(ProviderDescription(preset: try preset(id)), arguments, console)
            return .success
        case ("check", let id?): return try check(id, arguments, console)
        case ("show", nil), ("check", nil):
            throw Failure.usage("the provider's name is missing", specification, hint: "token-bridge providers list")
        case ("list", _?): throw Failure.usage("list takes no name", specification)
        case (let action, _):
            let found = action.map { "not \($0.argumentExcerpt)" } ?? "and one must be named"
            throw Failure.usage("what to do is list, show or check, \(found)", specification)
        }
    }

    /// The preset of a name.
    ///
    /// - Throws: `Failure` with code `PROVIDER_UNKNOWN`, which names the nearest.
    static func preset(_ id: String) throws -> ProviderPreset {
        if let preset = PresetTable.all.first(where: { $0.id.hasSameBytes(as: id) }) { return preset }
        let nearest = Spelling.nearest(to: id, among: PresetTable.all.map(\.id))
        throw Failure(
            code: "PROVIDER_UNKNOWN", message: "there is no provider \(id.argumentExcerpt)",
            hint: nearest.map { "did you mean \($0)?" } ?? "token-bridge providers list shows all",
            exitCode: .usage)
    }

    private static func check(_ id: String, _ arguments: Arguments, _ console: Console) throws -> ExitCode {
        let subject = try ProviderCheckSubject(id, arguments, console)
        let result = try Waiting.result { try await ProviderCheck(subject).result() }
        try print(result, arguments, console)
        return result.isRight ? .success : .provider
    }

    private static func print(_ result: some CommandResult, _ arguments: Arguments, _ console: Console) throws {
        switch arguments.output {
        case .text: try console.print(result.text)
        case .json: try console.print(result.json.compactText)
        }
    }
}

/// What a command prints, in both formats.
protocol CommandResult: Sendable {
    /// For people.
    var text: String { get }
    /// For programs.
    var json: JSONValue { get }
}
