import Bridge
import Configuration
import CredentialProofs
import CustomTokenBridge
import CustomTokens
import StrictJSON

/// `token-bridge exchange`: proves a provider's credential and prints a custom token for it.
enum ExchangeCommand: Sendable {
    static let specification = CommandSpecification(
        name: "exchange", summary: "Exchange a provider's credential for a custom token.",
        synopsis: "--provider ID (--id-token F | --access-token F | --refresh-token F | --code F) [options]",
        details: """
            The credential is read from a file, or from standard input where F is -. It must have been issued to the client
            of the configuration: that is proven before anything is signed.

            A refresh token may be replaced by a new one, and the old one is then void: the new one is written to the
            file it was read from, or to the file that --save-refresh-token names.

            Examples:
              token-bridge exchange --provider yahoo --id-token token.jwt --nonce n-0S6_WzA2Mj
              token-bridge exchange --provider github --access-token - < token
              token-bridge exchange --provider yahoo --code code.txt --code-verifier verifier.txt \\
                --redirect-uri http://127.0.0.1:8765/callback
            """,
        operands: ([], 0),
        options: [
            .init(name: "provider", value: .text("ID"), help: "the provider's name in the configuration"),
            .init(name: "id-token", value: .file("F"), help: "an ID token"),
            .init(name: "access-token", value: .file("F"), help: "an access token"),
            .init(name: "refresh-token", value: .file("F"), help: "a refresh token"),
            .init(name: "code", value: .file("F"), help: "an authorization code, or the address it was sent to"),
            .init(name: "nonce", value: .text("RAW"), help: "the nonce of the sign-in, before any hash"),
            .init(name: "code-verifier", value: .file("F"), help: "the code verifier of the sign-in, for --code"),
            .init(name: "redirect-uri", value: .text("URI"), help: "the redirect address of the sign-in, for --code"),
            .init(name: "state", value: .text("STATE"), help: "the state of the sign-in, where --code has an address"),
            .init(
                name: "save-refresh-token", value: .file("FILE"), help: "where a new refresh token goes"),
            .configuration,
        ],
        run: run)

    private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
        guard let id = arguments["provider"] else { throw Failure.usage("--provider is missing", specification) }
        console.forbidCoreFiles()
        let credential = try CredentialArguments(arguments, console)
        _ = try IssueTime.setTime(of: SystemWallClock())
        let configuration = try arguments.configuration(console)
        let entry = try configuration.requiredProvider(id)
        let exchange = CredentialExchange(
            verifier: CredentialVerifier(try configuration.connection(to: entry)), policy: configuration.token,
            signer: try configuration.signer(console))
        let input = try credential.credential(of: entry.provider)
        let token: ExchangedToken
        do {
            token = try Waiting.result { try await exchange.exchange(input) }
        } catch let error as CredentialError where error.code == .providerUnavailable {
            throw credential.failure(error)
        } catch {
            let failure = Failure(error)
            // What the provider has redeemed cannot be had back; a new refresh token is in its file by now.
            throw arguments["code"] != nil && failure.httpOutcome.status >= 500 ? failure.withSpentCode : error
        }
        switch arguments.output {
        case .text: try console.print(token.customToken.serialized)
        case .json: try console.print(JSONValue.object(JSONObject(token)).compactText)
        }
        return .success
    }
}
