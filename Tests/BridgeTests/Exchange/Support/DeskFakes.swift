import Threads
import Bridge
import Cryptography
import CustomTokens
import JOSE
import OAuthClient
import StrictJSON

/// Signs as the service does, and counts.
struct SpySigner: CustomTokenSigner {
    private let signer: ServiceAccountSigner
    private let counter = CallCounter()
    private let failures = Locked(0)

    /// Made once: each signer probes its key, which takes a while.
    private static let standard = Result { try signer(at: DeskToken.now) }

    init(now: Int64) throws {
        signer = now == DeskToken.now ? try Self.standard.get() : try Self.signer(at: now)
    }

    private static func signer(at now: Int64) throws -> ServiceAccountSigner {
        let account = try ServiceAccount(
            privateKeyText: DeskToken.pem("other-2048"), email: "signer@demo-bridge.iam.gserviceaccount.com")
        return try ServiceAccountSigner(account, clock: FixedWallClock(NumericDate(secondsSinceEpoch: now)))
    }

    /// How often something was signed.
    var count: Int { counter.value }

    /// Is away for the next calls.
    func fail(_ times: Int = 1) { failures.withLock { $0 = times } }

    func customToken(for request: CustomTokenRequest) async throws(CustomTokenError) -> CustomToken {
        let isAway = failures.withLock { failures in
            guard failures > 0 else { return false }
            failures -= 1
            return true
        }
        guard !isAway else { throw CustomTokenError(.signerUnavailable, "nobody answers") }
        counter.add()
        return try signer.customToken(for: request)
    }
}

/// Counts calls.
final class CallCounter: Sendable {
    private let content = Locked(0)

    func add() { content.withLock { $0 += 1 } }

    var value: Int { content.withLock { $0 } }
}

/// Keys that cannot be fetched.
struct UnreachableKeys: KeySource {
    func keys(for header: JOSEHeader) async throws(OAuthClientError) -> VerificationKeySet {
        throw OAuthClientError(.providerUnavailable, "connection refused", retryAfterSeconds: 30)
    }
}

/// A provider that publishes its metadata, and answers every other request with what it was given.
final class ScriptedTransport: HTTPTransport {
    private let content: Locked<(answers: [HTTPResponse], count: Int)> = Locked(([], 0))

    func answer(_ bodies: JSONObject..., status: Int = 200) {
        let responses = bodies.map {
            HTTPResponse(
                status: status, fields: [HTTPField(name: "Content-Type", value: "application/json")],
                body: $0.compactBytes)
        }
        content.withLock { $0.answers = responses }
    }

    /// How often the provider was asked for something else than its metadata.
    var count: Int { content.withLock { $0.count } }

    func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        let suffix = "/.well-known/openid-configuration"
        if request.url.text.hasSuffix(suffix) {
            var metadata = JSONObject()
            let issuer = String(request.url.text.dropLast(suffix.count))
            metadata["issuer"] = .string(issuer)
            metadata["token_endpoint"] = .string("\(issuer)/token")
            metadata["jwks_uri"] = .string("\(issuer)/jwks")
            metadata["introspection_endpoint"] = .string("\(issuer)/introspect")
            metadata["userinfo_endpoint"] = .string("\(issuer)/userinfo")
            metadata["authorization_endpoint"] = .string("\(issuer)/authorize")
            return HTTPResponse(
                status: 200, fields: [HTTPField(name: "Content-Type", value: "application/json")],
                body: metadata.compactBytes)
        }
        let next = content.withLock { content -> HTTPResponse? in
            content.count += 1
            return content.answers.count > 1 ? content.answers.removeFirst() : content.answers.first
        }
        guard let next else { throw OAuthClientError(.providerUnavailable, "connection refused") }
        return next
    }
}

/// A store that is down.
struct UnreachableStore: Store {
    private var error: BridgeError { BridgeError(.storeUnavailable, "connection refused") }

    func insert(_ records: [StoredRecord], now: NumericDate) async throws(BridgeError) -> InsertOutcome { throw error }
    func record(_ key: RecordKey, now: NumericDate) async throws(BridgeError) -> StoredRecord? { throw error }
    func replace(_ record: StoredRecord, now: NumericDate) async throws(BridgeError) -> ReplaceOutcome { throw error }
    func consume(
        _ key: RecordKey, version: Int64?, now: NumericDate
    ) async throws(BridgeError) -> StoredRecord? { throw error }
    func increment(
        _ key: RecordKey, for seconds: Int64, now: NumericDate
    ) async throws(BridgeError) -> EventCount { throw error }
    func sweep(now: NumericDate) async throws(BridgeError) -> Int { throw error }
    func check() async throws(BridgeError) { throw error }
    func close() async {}
}
