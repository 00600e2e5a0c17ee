import CustomTokenBridge
import CustomTokens
import JOSE
import StrictJSON

/// `token-bridge demo`: a sandbox, a bridge and a device login, from the code to a Firebase session.
enum DemoCommand: Sendable {
    static let specification = CommandSpecification(
        name: "demo", summary: "Show the whole way on this machine: provider, bridge, device login, Firebase session.",
        synopsis: "[--interactive]",
        details: """
            A sandbox provider and a bridge are started on this machine, and a device signs in: the pages are walked
            through, the custom token is printed and explained, and it is signed in at a strict stand-in for Firebase. A
            genuine ID token of another client is shown to be refused. No account and no network are needed, nothing is
            asked, and nothing is left behind.

            Standard output gets the custom token and its explanation; the steps go to standard error. With --output json,
            standard output has one object: custom_token, explanation, refusal, session, steps, milliseconds.

            With --interactive, you open the address and click through the pages yourself.
            """,
        operands: ([], 0),
        options: [
            .init(
                name: "interactive", value: .none,
                help: "show a QR code, and let you click through the pages yourself")
        ],
        run: run)

    private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
        _ = try IssueTime.setTime(of: SystemWallClock())
        let screen = DemoScreen(console)
        let login = LoginScreen(console, picture: .whereItFits)
        let tour = DemoTour(
            approval: arguments.has("interactive") ? .byHand : .automatic, screen: screen, login: login,
            console: console)
        let result = try Interruption.result(login, givingUp: "the demo") { try await tour.result() }
        if arguments.output == .json { try console.print(JSONValue.object(result.json).compactText) }
        screen.finish()
        return .success
    }
}
