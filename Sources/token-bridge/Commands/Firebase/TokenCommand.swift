import CustomTokenBridge
import CustomTokens
import FirebaseSessions
import JOSE
import OAuthClient
import StrictJSON

/// `token-bridge token`: prints a valid Firebase ID token of a session.
enum TokenCommand: Sendable {
    static let specification = CommandSpecification(
        name: "token", summary: "Print a valid Firebase ID token of a session that login began.",
        synopsis: "[--account NAME] [--fresh]",
        details: """
            The token is good for five minutes at least: where the last one is not, a new one is fetched, once for all who
            ask at the same time. Where Firebase cannot be reached, the last one is printed as long as it is good for half
            a minute, with a warning; with --fresh that is a failure. It is a secret: whoever holds it acts as the user
            until it expires.

            Sessions are kept in $XDG_STATE_HOME/token-bridge/sessions, or in ~/.local/state/token-bridge/sessions.
            Exit 4: sign in again; 75: try again later, or set the clock.

            Example:
              curl --header @<(echo "Authorization: Bearer $(token-bridge token)") https://api.example.com/
            """,
        operands: ([], 0),
        options: [
            .account,
            .init(name: "fresh", value: .none, help: "fail where the token would be good for less than five minutes"),
        ],
        run: run)

    private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
        _ = try IssueTime.setTime(of: SystemWallClock())
        let choice = try SessionChoice(console)
        let name = try choice.name(arguments)
        let session = try choice.session(named: name)
        let token = try Waiting.result { try await session.idToken() }
        if let shortfall = token.shortfall {
            guard !arguments.has("fresh") else { throw shortfall }
            console.warn(
                "the token expires at \(token.expiration.utc), and no newer one can be had: \(shortfall.reason)")
        }
        switch arguments.output {
        case .text: try console.print(token.secretText)
        case .json:
            let result = JSONObject([
                "id_token": .string(token.secretText), "account": .string(name.value), "uid": .string(token.userID),
                "project": .string(token.project.value), "tenant": .optional(token.tenant),
                "expires_at": .optional(token.expiration),
            ])
            try console.print(JSONValue.object(result).compactText)
        }
        return .success
    }
}
