import Cryptography
import Foundation
import JOSE
import OAuthClient
import StrictJSON
import TestSupport
import Testing
import Threads

@testable import CustomTokens
@testable import FirebaseSessions

/// A wall clock that stands until it is moved.
final class MovedClock: WallClock {
    private let time: Locked<Int64>

    init(_ time: Int64) {
        self.time = Locked(time)
    }

    func now() -> NumericDate { NumericDate(secondsSinceEpoch: time.withLock { $0 }) }

    func advance(_ seconds: Int64) {
        time.withLock { $0 += seconds }
    }
}

/// A monotonic clock that jumps ahead when somebody waits.
final class JumpingClock: MonotonicClock {
    private struct Content {
        var now = MonotonicInstant(sinceOrigin: .seconds(1_000))
        var waits: [Duration] = []
    }

    private let content = Locked(Content())

    func now() -> MonotonicInstant { content.withLock { $0.now } }

    func advance(seconds: Double) {
        content.withLock { $0.now = $0.now + .seconds(seconds) }
    }

    /// The waits so far.
    var waits: [Duration] { content.withLock { $0.waits } }

    func sleep(until instant: MonotonicInstant) async throws(OAuthClientError) {
        guard !Task.isCancelled else { throw OAuthClientError(.cancelled, "the wait was given up") }
        content.withLock { content in
            content.waits.append(instant - content.now)
            content.now = max(content.now, instant)
        }
        await Task.yield()
    }
}

/// Bytes that are always the same.
struct FixedRandom: RandomSource {
    func bytes(count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}

/// Firebase, a folder for sessions, and clocks.
struct FirebaseStage: Sendable {
    let script: FirebaseScript
    let clock: MovedClock
    let monotonic = JumpingClock()
    let scratch: ScratchFolder
    let endpoints: FirebaseEndpoints
    let connection: FirebaseConnection

    static let apiKey = "AIzaSyDemoKey-of_tests"

    init(now: Int64 = Forged.now, endpoints: FirebaseEndpoints = .google) throws {
        script = try FirebaseScript()
        clock = MovedClock(now)
        scratch = try ScratchFolder()
        self.endpoints = endpoints
        connection = try FirebaseConnection(
            endpoints: endpoints, transport: script, wallClock: clock, monotonicClock: monotonic, random: FixedRandom())
    }

    static func emulator() throws -> FirebaseStage {
        try FirebaseStage(
            endpoints: FirebaseEndpoints(environment: ["FIREBASE_AUTH_EMULATOR_HOST": "127.0.0.1:9099"]))
    }

    /// Its locks are waited for by the system's clock.
    var folder: SessionFolder { SessionFolder(path: "\(scratch.path)/state/sessions") }

    func begin(
        _ customToken: String, _ project: ExpectedProject = .ofAPIKey, tenant: String? = nil,
        as name: String = "default"
    ) async throws -> BegunSession {
        try await FirebaseSession.begin(
            with: UnverifiedCustomToken(parsing: customToken),
            FirebaseSignIn(
                apiKey: WebAPIKey(Self.apiKey), project: project, tenant: try tenant.map { try TenantID($0) }),
            as: AccountName(name), in: folder, over: connection)
    }

    /// A session that has just begun.
    func session(as name: String = "default") async throws -> FirebaseSession {
        script.answer(FirebaseScript.signIn, .signedIn(try Forged.idToken()))
        return try await begin(Forged.customToken(), as: name).session
    }

    /// Another owner of the session, as another process is one.
    func other(_ name: String = "default") throws -> FirebaseSession {
        FirebaseSession(resuming: try AccountName(name), in: folder, over: connection)
    }

    /// Whether a session's token has to be refreshed from now on.
    func age() {
        clock.advance(3_400)
    }

    /// An ID token as Firebase gives it at the time of the clock.
    func newIDToken(_ changes: [String: JSONValue?] = [:]) throws -> String {
        let now = clock.now().secondsSinceEpoch
        let times: [String: JSONValue?] = ["iat": .integer(now), "exp": .integer(now + 3_600)]
        return try Forged.idToken(times.merging(changes) { $1 })
    }

    func file(_ name: String = "default") throws -> JSONObject {
        try JSONObject(
            parsing: Locations.bytes("\(folder.path)/\(name).json"), limits: .document)
    }

    func verifier(tenant: String? = nil) throws -> FirebaseIDTokenVerifier {
        FirebaseIDTokenVerifier(
            project: try ProjectID(Forged.project),
            tenant: try tenant.map { .exactly(try TenantID($0)) } ?? .none, connection: connection)
    }
}

/// The error with which some work must fail.
func failure(of work: () async throws -> Void) async throws -> FirebaseSessionError {
    do {
        try await work()
    } catch let error as FirebaseSessionError {
        return error
    }
    Issue.record("nothing was thrown")
    return FirebaseSessionError(.cancelled, "nothing was thrown")
}
