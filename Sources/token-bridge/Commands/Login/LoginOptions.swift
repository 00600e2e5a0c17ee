import CustomTokenBridge
import Glibc
import Logins
import OAuthClient
import StrictJSON

/// What the command line of a login asks for.
struct LoginOptions: Sendable {
    /// The client identifier where none is given.
    static let standardClientID = "token-bridge-cli"

    /// How the person signs in.
    enum Way: Sendable {
        case device(BridgeOption)
        case browser(BridgeOption, BrowserChoice)
        /// At a provider of the configuration, by a code.
        case direct(String)
        /// At a provider of the configuration, in a browser.
        case directBrowser(String)
    }

    /// Why a browser is used at a bridge.
    enum BrowserChoice: Sendable {
        /// It was asked for.
        case asked
        /// There is a desktop: a bridge that has no login in a browser is signed in to by a code.
        case found
    }

    let way: Way
    let provider: String?
    let picture: LoginScreen.Picture
    /// Whether standard input is free for what the person pastes.
    private let readsPastes: Bool

    /// What the person pastes.
    ///
    /// - Parameter report: Told why a line is not taken.
    /// - Returns: The lines.
    func pastes(reporting report: @escaping @Sendable (String) -> Void) -> AsyncStream<String> {
        readsPastes ? PastedLines.standardInput(reporting: report) : PastedLines.none()
    }

    /// Reads the options.
    ///
    /// - Throws: `Failure` with code `USAGE`.
    init(_ arguments: Arguments, _ environment: [String: String]) throws {
        let specification = LoginCommand.specification
        provider = arguments["provider"]
        picture = arguments.has("no-qr") ? .none : .whereItFits
        // What a pipe brings is the script's own, unless the script says that it comes from a browser.
        readsPastes =
            arguments["client-secret"] != "-" && (arguments.has("browser") || isatty(STDIN_FILENO) == 1)
        guard !arguments.has("device") || !arguments.has("browser") else {
            throw Failure.usage("--device and --browser exclude each other", specification)
        }
        if arguments.has("direct") {
            for option in ["bridge", "client-id", "client-secret", "authorities"] where arguments.has(option) {
                throw Failure.usage("--\(option) belongs to a login at a bridge, not to --direct", specification)
            }
            guard let provider else { throw Failure.usage("--direct needs --provider", specification) }
            // By a code, where nothing else is said: the redirect of a browser needs a registration of its own.
            way = arguments.has("browser") ? .directBrowser(provider) : .direct(provider)
            return
        }
        guard !arguments.has("config") else {
            throw Failure.usage("--config belongs to --direct: a bridge has its own", specification)
        }
        guard let address = arguments["bridge"] else {
            throw Failure.usage("--bridge is missing", specification, hint: "or sign in without one: --direct")
        }
        let bridge = BridgeOption(address: address)
        if arguments.has("browser") {
            way = .browser(bridge, .asked)
        } else if !arguments.has("device"), Desktop.isThere(environment) {
            way = .browser(bridge, .found)
        } else {
            way = .device(bridge)
        }
    }
}

/// The bridge of a command line.
struct BridgeOption: Sendable {
    /// The variable that holds the client's secret.
    private static let secretVariable = "BRIDGE_CLIENT_SECRET"

    let address: String

    /// The bridge, and who we are there.
    ///
    /// - Throws: `Failure`, `CustomTokenError` or `OAuthClientError`.
    func client(_ arguments: Arguments, _ console: Console) throws -> BridgeClient {
        let transport = try CurlTransport(
            TransportConfiguration(
                version: CustomTokenBridge.version, proxy: .environment,
                extraAuthoritiesFile: arguments["authorities"]))
        return BridgeClient(
            of: try option("--bridge") { () throws(OAuthClientError) in try IssuerIdentifier(address) },
            as: try client(arguments, console), transport: transport)
    }

    private func client(_ arguments: Arguments, _ console: Console) throws -> Client {
        let client = try option("--client-id") { () throws(OAuthClientError) in
            try Client(
                ClientIdentifier(arguments["client-id"] ?? LoginOptions.standardClientID), authentication: .none)
        }
        guard let secret = try secret(arguments, console) else { return client }
        let source = arguments.has("client-secret") ? "--client-secret" : Self.secretVariable
        return try option(source) { () throws(OAuthClientError) in
            try Client(client.identifier, authentication: .clientSecretBasic(secret))
        }
    }

    private func secret(_ arguments: Arguments, _ console: Console) throws -> ClientSecret? {
        if let path = arguments["client-secret"] {
            let bytes = OuterBlanks.trimmed(try Input(console).secret(path, "the client's secret"))
            return ClientSecret(String(decoding: bytes, as: UTF8.self))
        }
        let value = console.environment[Self.secretVariable, default: ""]
        return value.isEmpty ? nil : ClientSecret(value)
    }

    private func option<Value>(_ name: String, _ make: () throws(OAuthClientError) -> Value) throws -> Value {
        do throws(OAuthClientError) {
            return try make()
        } catch {
            throw Failure(
                code: error.code.rawValue, message: "\(name): \(error.reason)",
                hint: error.code == .addressNotAllowed
                    ? "give it as https://HOST[:PORT][/PATH], or http on this machine" : nil,
                exitCode: .configuration)
        }
    }
}
