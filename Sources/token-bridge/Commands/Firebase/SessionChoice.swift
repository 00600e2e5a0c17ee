import CustomTokenBridge
import FirebaseSessions
import OAuthClient
import Transport

extension OptionSpecification {
    /// The option that names a session.
    static let account = OptionSpecification(
        name: "account", value: .text("NAME"), help: "the session's name (default: the only one, or default)")
}

/// The sessions of this user, and the way to go on with them.
struct SessionChoice {
    let folder: SessionFolder

    private let console: Console

    init(_ console: Console) throws {
        self.console = console
        folder = try SessionFolder(environment: console.environment)
    }

    /// The name of the session that is meant.
    ///
    /// Who else can read its file is told.
    func name(_ arguments: Arguments) throws -> AccountName {
        let name = try folder.chosen(try arguments["account"].map { try AccountName($0) })
        folder.warnings(about: name).forEach(console.warn)
        return name
    }

    /// A session that is to go on.
    func session(named name: AccountName) throws -> FirebaseSession {
        let stored = try folder.session(named: name)
        let endpoints =
            try stored.map { try FirebaseEndpoints(of: $0, environment: console.environment) } ?? .google
        return try session(named: name, at: endpoints)
    }

    /// A session that is to be ended, whatever became of it.
    func endingSession(named name: AccountName) throws -> FirebaseSession {
        let stored = try? folder.session(named: name)
        let endpoints = stored.flatMap { try? FirebaseEndpoints(of: $0, environment: console.environment) }
        return try session(named: name, at: endpoints ?? .google)
    }

    private func session(named name: AccountName, at endpoints: FirebaseEndpoints) throws -> FirebaseSession {
        FirebaseSession(resuming: name, in: folder, over: try connection(at: endpoints))
    }

    /// The way to Firebase; that it is the emulator is told.
    func connection(at endpoints: FirebaseEndpoints) throws -> FirebaseConnection {
        if case .emulator = endpoints.kind {
            console.warn("FIREBASE_AUTH_EMULATOR_HOST is set: tokens are the emulator's, and nothing else accepts them")
        }
        let transport = try CurlTransport(
            TransportConfiguration(version: CustomTokenBridge.version, proxy: .environment))
        return try FirebaseConnection(endpoints: endpoints, transport: transport)
    }
}
