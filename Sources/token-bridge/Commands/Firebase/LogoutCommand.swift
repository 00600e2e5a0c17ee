import CustomTokenBridge
import FirebaseSessions
import StrictJSON

/// `token-bridge logout`: ends sessions.
enum LogoutCommand: Sendable {
    static let specification = CommandSpecification(
        name: "logout", summary: "End a session that login began: drop its tokens from this machine.",
        synopsis: "[--account NAME | --all]",
        details: """
            The session's file, with its refresh token, is removed. Nothing is revoked: a bridge keeps no sessions that it
            could end, and Firebase lets only a server end them. An ID token that was printed before stays good until it
            expires, within the hour, and a copy of the file until the sessions of the user are ended: by
            revokeRefreshTokens(uid) of the Admin SDK, or by disabling the user. (A session that a program began through
            the library, naming an endpoint that revokes, is revoked there.)
            """,
        operands: ([], 0),
        options: [.account, .init(name: "all", value: .none, help: "end every session")], run: run)

    private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
        guard !arguments.has("all") || !arguments.has("account") else {
            throw Failure.usage("--account and --all exclude each other", specification)
        }
        let choice = try SessionChoice(console)
        let names = arguments.has("all") ? try choice.folder.names() : [try choice.name(arguments)]
        if names.isEmpty { console.note("there is no session to end") }
        var results: [JSONValue] = []
        for name in names {
            let session = try choice.endingSession(named: name)
            let outcome = try Waiting.result { try await session.end() }
            if case .notRevoked(let error) = outcome {
                console.warn("the session \(name.value.quotedExcerpt) could not be revoked: \(error.reason)")
            }
            console.note("the session \(name.value.quotedExcerpt) is \(outcome.words)")
            results.append(
                .object(JSONObject(["account": .string(name.value), "revoked": .bool(outcome.isRevoked)])))
        }
        if arguments.output == .json { try console.print(JSONValue.array(results).compactText) }
        return .success
    }
}

extension EndedSession {
    fileprivate var isRevoked: Bool {
        switch self {
        case .revoked: true
        case .dropped, .notRevoked: false
        }
    }

    fileprivate var words: String {
        switch self {
        case .revoked: "revoked and dropped"
        case .dropped: "dropped; nothing was revoked"
        case .notRevoked: "dropped"
        }
    }
}
