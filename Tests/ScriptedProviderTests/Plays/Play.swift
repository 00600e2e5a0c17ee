import Cryptography
import CredentialProofs
import JOSE
import OAuthClient
import Providers
import Testing
import Transport

/// A provider, and the ways to prove an identity there.
struct Play: Sendable, CustomTestStringConvertible {
    let id: String
    let provider: @Sendable () throws -> ConfiguredProvider
    let flows: [Flow]

    init(
        _ id: String, flows: [Flow], email: String? = nil, _ standing: ProviderProfile.Email.Standing = .unverified,
        provider: (@Sendable () throws -> ConfiguredProvider)? = nil
    ) {
        self.id = id
        self.provider = provider ?? { try Setup.provider(id) }
        self.flows = email.map { email in flows.map { $0.with(email: email, standing) } } ?? flows
    }

    var testDescription: String { id }
}

/// What came of a credential.
struct Ending: Sendable {
    enum Result: Sendable {
        case proven(VerifiedIdentity, tokens: TokenResponse?, refreshToken: RefreshToken?)
        case refused(CredentialError)
        /// The person said no to a device flow.
        case denied
        /// The codes of a device flow are too old.
        case codesExpired
    }

    let result: Result
    let script: Script
    let clock: FakeClock

    /// The identity; nil where none was proven.
    var identity: VerifiedIdentity? {
        if case .proven(let identity, _, _) = result { identity } else { nil }
    }
    var refreshToken: String? {
        if case .proven(_, _, let token) = result { token?.secretText } else { nil }
    }
    var error: CredentialError? {
        if case .refused(let error) = result { error } else { nil }
    }
    /// The code of the refusal; nil where there is none.
    var code: CredentialError.Code? { error?.code }

    var outcome: Flow.Outcome {
        switch result {
        case .proven(let identity, _, _): .identity(identity.subject.value)
        case .refused(let error): .refusal(error.code)
        case .denied: .refusal(.accessDenied)
        case .codesExpired: .refusal(.credentialExpired)
        }
    }
}

/// Runs plays over the real transport.
enum Stage: Sendable {
    private static let transport = Result {
        try CurlTransport(
            TransportConfiguration(version: "1.2.3", proxy: .none),
            pause: RetryPause(random: FixedRandom(byte: 0)) { _ in })
    }

    /// Plays a script; faults of requests and messages with credentials are failures of the test.
    static func run(
        _ provider: ConfiguredProvider, _ start: Flow.Start, _ steps: [Step],
        _ comment: Comment? = nil, location: SourceLocation = #_sourceLocation
    ) async throws -> Ending {
        let script = Script(steps)
        let clock = FakeClock()
        let connection = try connection(provider, script, clock)
        defer { (try? LoopbackServer.shared.get())?.end(script) }
        let result = await prove(start, connection, clock)
        let leaks = LeakCheck(Sent.all + start.credentials, script.requests)
        switch result {
        case .proven(let identity, let tokens, let refreshToken):
            var text = ""
            dump((identity, tokens, refreshToken), to: &text)
            let isShown = leaks.finds(in: text)
            #expect(!isShown, comment, sourceLocation: location)
        case .refused(let error): leaks.expectNone(in: error, comment, location)
        case .denied, .codesExpired: break
        }
        #expect(script.faults == [], comment, sourceLocation: location)
        return Ending(result: result, script: script, clock: clock)
    }

    /// A connection to a provider that a script plays.
    static func connection(
        _ provider: ConfiguredProvider, _ script: Script, _ clock: FakeClock = FakeClock()
    ) throws -> ProviderConnection {
        let server = try LoopbackServer.shared.get()
        server.play(script)
        return try ProviderConnection(
            provider, transport: MappedTransport(transport: transport.get(), script: script, port: server.port),
            clock: FixedWallClock(Sent.now), monotonicClock: clock, random: FixedRandom(byte: 0))
    }

    private static func prove(
        _ start: Flow.Start, _ connection: ProviderConnection, _ clock: FakeClock
    ) async -> Ending.Result {
        do throws(CredentialError) {
            switch start {
            case .credential(let credential):
                let evidence = try await CredentialVerifier(connection).evidence(from: credential)
                return .proven(evidence.identity, tokens: evidence.tokens, refreshToken: evidence.refreshToken)
            case .code(let grant, let nonce, let response):
                return .proven(try await CodeRedemption(connection).redeem(grant, nonce: nonce, response: response))
            case .deviceFlow:
                let started = try await DeviceCodeRedemption(connection).start(clock: clock)
                switch try await started.outcome() {
                case .granted(let proven): return .proven(proven)
                case .denied: return .denied
                case .expired: return .codesExpired
                }
            }
        } catch {
            return .refused(error)
        }
    }
}

extension Ending.Result {
    fileprivate static func proven(_ proven: ProvenTokens) -> Ending.Result {
        .proven(proven.identity, tokens: proven.tokens, refreshToken: proven.refreshToken)
    }
}

extension Flow.Start {
    /// What is handed in.
    fileprivate var credentials: [String] {
        switch self {
        case .credential(.code(let grant, _, _)), .code(let grant, _, _): [grant.code.secretText]
        case .credential(.idToken(let token, _)): [token.secretText]
        case .credential(.refreshToken(let token, _)): [token.secretText]
        case .credential(.accessToken(let token)): [token.secretText]
        case .deviceFlow: []
        }
    }
}
