import CustomTokenBridge
import CustomTokens
import StrictJSON

/// `token-bridge explain`: tells what Google's servers would make of a token.
enum ExplainCommand: Sendable {
    static let specification = CommandSpecification(
        name: "explain", summary: "Tell what Google's servers would make of a custom token, rule by rule.",
        synopsis: "[--service-account FILE | --certificate PEM | --public-key PEM] [options] [FILE]",
        details: """
            The token is read from FILE, or from standard input. Without a key its signature is not checked, and the
            verdict is "undecided" at best.

            Exit codes: 0 accepted, 4 refused, 1 undecided.

            Examples:
              token-bridge mint --service-account key.json --uid alice | token-bridge explain --service-account key.json
              token-bridge explain --certificate cert.pem --project demo --at 1700000000 token.txt
            """,
        operands: (["FILE"], 1),
        options: [
            .init(name: "service-account", value: .file("FILE"), help: "check the signature with this key file"),
            .init(
                name: "certificate", value: .file("PEM"),
                help: "check the signature with this certificate, whatever its dates"),
            .init(name: "public-key", value: .file("PEM"), help: "check the signature with this public key"),
            .init(name: "project", value: .text("ID"), help: "the project of the API key that goes with the token"),
            .init(name: "tenant", value: .text("ID"), help: "the tenant that the sign-in request names"),
            .init(name: "at", value: .text("EPOCH"), help: "the time to judge by (default now)"),
        ],
        run: run)

    private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
        if arguments["project"]?.isEmpty ?? false { throw Failure.usage("--project is empty", specification) }
        let context = ExaminationContext(
            authority: try authority(arguments, console), projectID: arguments["project"],
            tenantID: try arguments["tenant"].map { try TenantID($0).value },
            now: try arguments.integer("at").map { NumericDate(secondsSinceEpoch: $0) } ?? SystemWallClock().now())
        let text = try Input(console).token(arguments.operands.first ?? "-")
        let examination = CustomTokenExamination(of: text, in: context)
        switch arguments.output {
        case .text: try console.print(ExplanationText(examination, isColourful: console.isColourful).text)
        case .json: try console.print(ExplanationJSON.value(of: examination).compactText)
        }
        return switch examination.verdict {
        case .accepted: .success
        case .refused: .refused
        case .undecided: .failure
        }
    }

    private static func authority(_ arguments: Arguments, _ console: Console) throws -> ExaminationContext.Authority {
        let given = ["service-account", "certificate", "public-key"].filter { arguments.has($0) }
        guard given.count < 2 else {
            throw Failure.usage("give only one of \(given.map { "--\($0)" }.joined(separator: ", "))", specification)
        }
        guard let option = given.first, let path = arguments[option] else { return .none }
        guard path != "-" || (arguments.operands.first ?? "-") != "-" else {
            throw Failure.usage("standard input holds the token; name a file for --\(option)", specification)
        }
        let input = Input(console)
        guard option == "service-account" else {
            return .publicKey(try rsaKey(PublicKey(parsing: input.text(path, "a public key"))))
        }
        let account = try ServiceAccount(parsing: input.secret(path, "a service-account key"))
        account.warnings.forEach(console.warn)
        return .serviceAccount(account)
    }

    private static func rsaKey(_ key: PublicKey) throws -> PublicKey {
        guard case .rsa = key.material else {
            throw Failure(
                code: CryptographyError.Code.keyKindNotSupported.rawValue,
                message: "the key is no RSA key, and custom tokens are signed with RS256",
                hint: "give the certificate or public key of the service account", exitCode: .configuration)
        }
        return key
    }
}
