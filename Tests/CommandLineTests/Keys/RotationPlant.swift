import Cryptography
import Foundation
import HTTPServer
import JOSE
import OAuthClient
import StrictJSON
import TestSupport
import Testing
import Threads

@testable import BridgeTesting

/// A sandbox of Google, and a ring whose first key signs and is known there.
///
/// What runs programs runs them aside: the sandbox answers from the threads that tests run on.
final class RotationPlant: Sendable {
    let scratch: ScratchFolder
    let services: SandboxServices
    let base: String
    private let server: HTTPServer
    private let front: Front
    let first: String

    /// Starts it.
    ///
    /// - Parameter delay: How long Google takes to publish a key, in seconds.
    /// - Throws: An error where it does not start.
    init(delay: Int64 = 1) async throws {
        let scratch = try ScratchFolder()
        let socket = try ListeningSocket(address: try #require(NetworkAddress("127.0.0.1")), port: 0)
        base = "http://127.0.0.1:\(socket.port ?? 0)"
        var settings = SandboxSettings()
        settings.propagationDelay = delay
        services = try SandboxServices(base: base, settings: settings, clock: SystemWallClock(), random: SecureRandom())
        front = Front(services)
        server = HTTPServer(handler: front)
        try server.start(on: [socket])
        let file = try services.makeKeyFile()
        first = try #require(try JSONObject(parsing: file, limits: .document)["private_key_id"]?.string)
        try scratch.write(file, to: "first.json")
        self.scratch = scratch
        for arguments in [["import", "first.json"], ["activate", first]] {
            let result = try await keys(arguments)
            try #require(result.status == 0, "\(result.errors)")
        }
    }

    /// Ends it.
    func end() async { await server.drain(within: .zero) }

    /// Runs something that blocks on a thread of its own.
    static func aside<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
        }
    }

    /// Runs `token-bridge keys` on the ring.
    func keys(
        _ arguments: [String], environment: [String: String] = [:], seconds: Double = 60
    ) async throws -> Subprocess {
        let scratch = scratch
        return try await Self.aside {
            try TokenBridge.run(
                ["keys"] + arguments + ["--keys", "keys"], in: scratch, environment: environment, seconds: seconds)
        }
    }

    /// Runs a rotation against the sandbox.
    func rotate(_ arguments: [String] = [], environment: [String: String] = [:]) async throws -> Subprocess {
        try await keys(["rotate", "--google", base] + arguments, environment: environment)
    }

    /// Runs any command where the ring is.
    func run(_ arguments: [String], environment: [String: String] = [:]) async throws -> Subprocess {
        let scratch = scratch
        return try await Self.aside { try TokenBridge.run(arguments, in: scratch, environment: environment) }
    }

    /// The ring and Google as they are at one time.
    struct Moment: Sendable {
        fileprivate let remote: StrictIAM.State
    }

    /// Keeps the ring and Google as they are now.
    func moment() throws -> Moment {
        try copy("keys", to: "moment")
        return Moment(remote: services.iam.state.withLock { $0 })
    }

    /// Makes the ring and Google what they were.
    func restore(_ moment: Moment) throws {
        try copy("moment", to: "keys")
        services.iam.state.withLock { $0 = moment.remote }
    }

    private func copy(_ from: String, to: String) throws {
        try? FileManager.default.removeItem(atPath: "\(scratch.path)/\(to)")
        try FileManager.default.copyItem(atPath: "\(scratch.path)/\(from)", toPath: "\(scratch.path)/\(to)")
    }

    /// The ring's state file.
    func state() throws -> JSONObject {
        try JSONObject(parsing: Locations.bytes("\(scratch.path)/keys/ring.state"), limits: .document)
    }

    /// The states of the keys by their identifiers.
    func states() throws -> [String: String] {
        let keys = try state()["keys"]?.array?.compactMap(\.object) ?? []
        return Dictionary(uniqueKeysWithValues: keys.map { ($0["kid"]?.string ?? "", $0["state"]?.string ?? "") })
    }

    /// The identifier of the key that signs.
    func active() throws -> String? { try states().first { $0.value == "active" }?.key }

    /// Lets the time pass in which tokens of the key before expire: the ring remembers all of it as longer ago.
    func age(by seconds: Int64 = 4000) throws {
        var state = try state()
        let keys = (state["keys"]?.array ?? []).compactMap(\.object).map { key in
            var key = key
            for name in ["since", "activated_at", "created_at"] {
                if let time = key[name]?.integer { key[name] = .integer(time - seconds) }
            }
            return JSONValue.object(key)
        }
        state["keys"] = .array(keys)
        try scratch.write(state.compactBytes, to: "keys/ring.state")
    }

    /// How many keys the account has at Google.
    func remoteKeys() async throws -> Int {
        let token = try services.iam.accessToken(for: services.serviceAccount)
        let request = ServerRequest(
            method: "GET",
            path: "/iam.googleapis.com/v1/projects/-/serviceAccounts/\(services.serviceAccount)/keys",
            query: "keyTypes=USER_MANAGED",
            headers: HeaderFields([.init("Authorization", "Bearer \(token.secretText)")]),
            peer: .local)
        let answer = await services.iam.response(to: request)
        return try JSONObject(parsing: answer.body, limits: .document)["keys"]?.array?.count ?? 0
    }

    /// What Identity Toolkit answers to a sign-in with a token.
    func signIn(_ token: String) async -> Int {
        let request = ServerRequest(
            method: "POST", path: "/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken",
            query: "key=\(services.identityToolkit.project.apiKeys[0])",
            headers: HeaderFields([.init("Content-Type", "application/json")]),
            body: [UInt8](#"{"token":"\#(token)","returnSecureToken":true}"#.utf8), peer: .local)
        return await services.response(to: request).status
    }

    /// Loses the answer of the next request whose path has this in it.
    func loseAnswer(to part: String) { front.lose(part) }

    /// Lets all requests wait from now on, or answers them.
    func hold(_ requests: Held) { front.hold(requests) }

    /// Whether a request waits.
    var hasWaiting: Bool { front.hasWaiting }

    /// What becomes of requests.
    enum Held: Sendable {
        case waiting
        case answered
    }

    /// A sandbox whose answers can be lost, or be long in coming.
    private final class Front: RequestHandler {
        private let services: SandboxServices
        private let lost = Locked<String?>(nil)
        private let held = Locked((state: Held.answered, waiting: 0))

        init(_ services: SandboxServices) { self.services = services }

        func lose(_ part: String) { lost.withLock { $0 = part } }

        func hold(_ requests: Held) { held.withLock { $0.state = requests } }

        var hasWaiting: Bool { held.withLock { $0.waiting > 0 } }

        private func wait() async {
            held.withLock { $0.waiting += 1 }
            while held.withLock({ $0.state == .waiting }), (try? await Task.sleep(for: .milliseconds(20))) != nil {}
            held.withLock { $0.waiting -= 1 }
        }

        func response(to request: ServerRequest) async -> ServerResponse {
            if held.withLock({ $0.state == .waiting }) { await wait() }
            let answer: ServerResponse
            if let other = GoogleIdentities.response(to: request, services) {
                answer = other
            } else {
                answer = await services.response(to: request)
            }
            let isLost = lost.withLock { part in
                guard let wanted = part, request.path.contains(wanted) else { return false }
                part = nil
                return true
            }
            return isLost ? ServerResponse(status: 502) : answer
        }
    }
}
