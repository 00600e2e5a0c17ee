import CustomTokenBridge
import CustomTokens
import FirebaseSessions
import JOSE
import StrictJSON

/// Begins and keeps a Firebase session with the custom token of a login.
///
/// What the command line says, and whether a session can be kept, is checked before the person is asked for anything.
struct SessionStart {
    static let options: [OptionSpecification] = [
        .init(
            name: "api-key", value: .text("KEY"),
            help: "sign in to Firebase with this web API key, and keep the session"),
        .init(name: "account", value: .text("NAME"), help: "the name to keep the session under (default default)"),
        .init(name: "project", value: .text("ID"), help: "the project that the API key must belong to"),
        .init(name: "tenant", value: .text("ID"), help: "the tenant that the custom token must name"),
        .init(
            name: "identity-toolkit", value: .text("URL"),
            help: "another address of Identity Toolkit, such as that of a sandbox on this machine"),
    ]

    private let plan: FirebaseSignIn
    private let name: AccountName
    private let folder: SessionFolder
    private let connection: FirebaseConnection

    /// Reads the options; nil where no session is asked for.
    ///
    /// The variable alone asks for none: it may be there for another command, and a login would print something else.
    ///
    /// - Throws: `Failure` with code `USAGE` where the API key is missing; `FirebaseSessionError`, also for a folder that
    ///   cannot be used; `CustomTokenError` for a tenant that can be none.
    init?(_ arguments: Arguments, _ console: Console) throws {
        guard let asked = Self.options.first(where: { arguments.has($0.name) }) else { return nil }
        let variable = console.environment[WebAPIKey.environmentVariable, default: ""]
        guard let key = arguments["api-key"] ?? (variable.isEmpty ? nil : variable) else {
            throw Failure.usage(
                "--\(asked.name) belongs to a Firebase session, which needs --api-key", LoginCommand.specification,
                hint: "give --api-key KEY, or set \(WebAPIKey.environmentVariable)")
        }
        plan = FirebaseSignIn(
            apiKey: try WebAPIKey(key),
            project: try arguments["project"].map { .exactly(try ProjectID($0)) } ?? .ofAPIKey,
            tenant: try arguments["tenant"].map { try TenantID($0) }, revocation: nil)
        name = try arguments["account"].map { try AccountName($0) } ?? .standard
        let choice = try SessionChoice(console)
        folder = choice.folder
        connection = try choice.connection(
            at: FirebaseEndpoints(
                environment: console.environment, identityToolkit: arguments["identity-toolkit"]))
        try Self.checkKeeping(name, in: folder)
    }

    /// Returns if a session can be kept under a name: its folder is made, and one that is kept there already is readable.
    private static func checkKeeping(_ name: AccountName, in folder: SessionFolder) throws {
        try Waiting.result {
            let held = try await folder.hold(name)
            defer { held.release() }
            _ = try held.session()
        }
    }

    /// Signs in, keeps the session, and tells of it; no token is printed.
    ///
    /// - Parameters:
    ///   - token: What the login brought.
    ///   - output: How the result is printed.
    ///   - console: Where.
    /// - Throws: `FirebaseSessionError`; nothing is kept then.
    func keep(_ token: ObtainedToken, _ output: OutputFormat, _ console: Console) throws {
        let customToken = try UnverifiedCustomToken(parsing: token.customToken)
        let (plan, name, folder, connection) = (plan, name, folder, connection)
        let begun = try Waiting.result {
            try await FirebaseSession.begin(with: customToken, plan, as: name, in: folder, over: connection)
        }
        let idToken = begun.idToken
        if let former = begun.replacedUserID, !former.hasSameBytes(as: idToken.userID) {
            console.note("the session of \(former.quotedExcerpt) that was kept as \(name.value) is replaced")
        }
        console.note("signed in to Firebase as \(idToken.userID.quotedExcerpt), project \(idToken.project.value)")
        console.note("the session is kept: token-bridge token --account \(name.value) prints a fresh ID token")
        guard output == .json else { return }
        let result = JSONObject([
            "account": .string(name.value), "uid": .string(idToken.userID),
            "project": .string(idToken.project.value), "tenant": .optional(idToken.tenant),
            "expires_at": .optional(idToken.expiration),
        ])
        try console.print(JSONValue.object(result).compactText)
    }
}
