import Configuration
import CustomTokenBridge
import Transport

/// `token-bridge health`: asks a service on this machine whether it takes requests, for images without another client.
enum HealthCommand: Sendable {
    static let specification = CommandSpecification(
        name: "health", summary: "Ask the service of this machine whether it takes requests.",
        synopsis: "[--config FILE]",
        details: """
            The service is asked where `telemetry` of the configuration says. Exit 0: it takes requests; 1: it does not.
            """,
        operands: ([], 0), options: [.configuration], run: run)

    private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
        // What is worth a warning is told by the service itself.
        let configuration = try BridgeConfiguration.load(
            path: try ConfigurationFile.path(explicit: arguments["config"], environment: console.environment),
            environment: console.environment)
        let url = try EndpointURL("http://\(try address(configuration))/healthz/ready")
        let transport = try CurlTransport(TransportConfiguration(version: CustomTokenBridge.version, proxy: .none))
        let answer: HTTPResponse
        do {
            answer = try Waiting.result { try await transport.send(.get(url)) }
        } catch let error as OAuthClientError {
            throw unready(error.reason)
        }
        let said = String(decoding: answer.body.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        guard answer.status == 200 else { throw unready("it answers \(answer.status): \(said.quotedExcerpt)") }
        let result = Health(status: said)
        switch arguments.output {
        case .text: try console.print(result.text)
        case .json: try console.print(result.json.compactText)
        }
        return .success
    }

    /// Where a service that listens everywhere can be reached from here.
    private static func address(_ configuration: BridgeConfiguration) throws -> String {
        switch configuration.telemetry {
        case .tcp(host: "0.0.0.0", let port)?: return "127.0.0.1:\(port)"
        case .tcp(host: "::", let port)?: return "[::1]:\(port)"
        case .tcp?: return configuration.telemetry?.description ?? ""
        case .unix?, .systemd?, nil:
            throw Failure(
                code: "TELEMETRY_UNREACHABLE",
                message: "the configuration \(configuration.file) has no address and port for telemetry",
                hint: #"set "telemetry": "127.0.0.1:9090""#, exitCode: .configuration)
        }
    }

    private static func unready(_ reason: String) -> Failure {
        Failure(
            code: "NOT_READY", message: "the service does not take requests: \(reason)", hint: nil, exitCode: .failure)
    }
}

/// What a service says of itself.
private struct Health: CommandResult {
    /// `ready`, or what does not work although requests are taken.
    let status: String

    var text: String { status }
    var json: JSONValue { .object(JSONObject(["status": .string(status)])) }
}
