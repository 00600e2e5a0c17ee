import CustomTokenBridge
import CustomTokens
import Glibc
import StrictJSON

/// Where `mint` takes its key from.
///
/// Exactly one source is used, and none is passed over in silence.
struct KeySource {
    private static let options = ["service-account", "private-key", "keys"]

    private let arguments: Arguments
    private let console: Console

    init(_ arguments: Arguments, _ console: Console) throws {
        let given = Self.options.filter { arguments.has($0) }
        guard given.count < 2 else {
            throw Failure.usage(
                "give only one of \(given.map { "--\($0)" }.joined(separator: ", "))", MintCommand.specification)
        }
        guard arguments.has("private-key") == arguments.has("email") else {
            throw Failure.usage("--private-key and --email belong together", MintCommand.specification)
        }
        let readers =
            ["service-account", "private-key"].filter { arguments[$0] == "-" }
            + (arguments["claims"] == "@-" ? ["claims"] : [])
        guard readers.count < 2 else {
            throw Failure.usage("only one thing can be read from standard input", MintCommand.specification)
        }
        self.arguments = arguments
        self.console = console
    }

    /// The signer for the source.
    func signer(clock: any WallClock) throws -> any LocalCustomTokenSigner {
        if let host = try EmulatorHost(environment: console.environment) {
            console.warn("\(EmulatorHost.variable) is set: the token is unsigned, and no key was read")
            return EmulatorSigner(for: host, clock: clock)
        }
        let account = try account()
        account.warnings.forEach(console.warn)
        return try ServiceAccountSigner(account, clock: clock)
    }

    private func account() throws -> ServiceAccount {
        let input = Input(console)
        if let path = arguments["service-account"] {
            return try ServiceAccount(parsing: input.secret(path, "a service-account key"))
        }
        if let path = arguments["private-key"], let email = arguments["email"] {
            return try ServiceAccount(privateKeyText: input.secret(path, "a private key"), email: email)
        }
        if let path = arguments["keys"] {
            return try FolderKeys(path).account(console)
        }
        guard console.environment[ServiceAccount.environmentVariable, default: ""].isEmpty == false else {
            throw Failure(
                code: "KEY_UNAVAILABLE", message: "no key is given",
                hint: "name one with --service-account FILE, or set \(ServiceAccount.environmentVariable)",
                exitCode: .configuration)
        }
        return try ServiceAccount(environment: console.environment)
    }
}
