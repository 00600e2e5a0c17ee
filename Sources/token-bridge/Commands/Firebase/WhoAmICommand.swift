import CustomTokenBridge
import FirebaseSessions
import StrictJSON

/// `token-bridge whoami`: tells whose the sessions are.
enum WhoAmICommand: Sendable {
    static let specification = CommandSpecification(
        name: "whoami", summary: "Tell whose session this is, without any token.",
        synopsis: "[--account NAME | --all] [--check]",
        details: """
            What is told was verified when the session began or its ID token was last fetched, also that the session is
            over by then; nothing is sent. With --check, Firebase is asked whether the account is enabled and the session
            was not revoked.
            """,
        operands: ([], 0),
        options: [
            .account, .init(name: "all", value: .none, help: "tell of every session"),
            .init(name: "check", value: .none, help: "ask Firebase whether the session still stands"),
        ],
        run: run)

    private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
        let choice = try SessionChoice(console)
        guard arguments.has("all") else {
            let name = try choice.name(arguments)
            let description = try description(of: name, choice, arguments)
            try console.print(arguments.output == .json ? description.json.compactText : description.text)
            return .success
        }
        guard !arguments.has("account") else {
            throw Failure.usage("--account and --all exclude each other", specification)
        }
        var descriptions: [SessionDescription] = []
        var last: Failure?
        let names = try choice.folder.names()
        if names.isEmpty { console.note("there is no session: token-bridge login --api-key KEY begins one") }
        for name in names {
            do {
                descriptions.append(try description(of: name, choice, arguments))
            } catch {
                let failure = Failure(error)
                console.report(failure)
                last = failure
            }
        }
        switch arguments.output {
        // An empty line would be no session's.
        case .text where descriptions.isEmpty: break
        case .text: try console.print(descriptions.map(\.text).joined(separator: "\n\n"))
        case .json: try console.print(JSONValue.array(descriptions.map(\.json)).compactText)
        }
        return last?.exitCode ?? .success
    }

    private static func description(
        of name: AccountName, _ choice: SessionChoice, _ arguments: Arguments
    ) throws -> SessionDescription {
        guard let stored = try choice.folder.session(named: name) else {
            throw FirebaseSessionError(.sessionUnknown, "there is no session named \(name.value.quotedExcerpt)")
        }
        guard arguments.has("check") else { return SessionDescription(name: name, session: stored) }
        let session = try choice.session(named: name)
        return SessionDescription(
            name: name,
            session: try Waiting.result {
                _ = try await session.standing()
                return try await session.stored()
            })
    }
}
