import Configuration
import CustomTokenBridge

/// `token-bridge doctor`: looks for what would keep a bridge from working, and tells the cure.
enum DoctorCommand: Sendable {
    static let specification = CommandSpecification(
        name: "doctor", summary: "Look for what would keep the bridge from working, and tell the cure.",
        synopsis: "[--config FILE] [--offline] [options]",
        details: """
            It looks at the configuration; what signs and why, and whether its key can; who may read the files with secrets;
            the store; the addresses to listen on; the certificate; what Google publishes of the keys; each provider; and
            the clock, by the date in their answers. Nothing is changed, and no token is minted.

            Each line is ok, warning or failed, with a hint where something can be done. Exit 0: nothing has failed; else
            what the first that failed would end a command with: 3 configuration, 5 provider or network, 75 temporary,
            1 anything else.

            Examples:
              token-bridge doctor
              token-bridge doctor --offline --output json --config /etc/token-bridge/bridge.json
            """,
        operands: ([], 0),
        options: [
            .configuration,
            .init(name: "offline", value: .none, help: "ask nobody outside: neither Google nor the providers"),
            .init(name: "google", value: .text("URL"), help: "where Google is, on this machine, such as a sandbox"),
        ],
        run: run)

    private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
        guard !(arguments.has("offline") && arguments.has("google")) else {
            throw Failure.usage("--offline asks nobody, and --google says where to ask", specification)
        }
        console.forbidCoreFiles()
        let report = try Checkup(arguments, console).report()
        switch arguments.output {
        case .text: try console.print(report.text)
        case .json: try console.print(report.json.compactText)
        }
        return report.exitCode
    }
}
