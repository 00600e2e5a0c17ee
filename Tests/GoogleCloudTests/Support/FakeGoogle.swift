import Cryptography
import GoogleCloud
import JOSE
import OAuthClient
import StrictJSON
import Threads

/// A transport that answers by a function of the request, and keeps what was asked.
final class FakeGoogle: HTTPTransport {
    typealias Answer = @Sendable (HTTPRequest, Int) async throws(OAuthClientError) -> HTTPResponse

    private let answer: Answer
    private let asked = Locked<[HTTPRequest]>([])

    /// Makes a transport.
    ///
    /// - Parameter answer: The answer to a request; the number is how many requests there were before it.
    init(_ answer: @escaping Answer) {
        self.answer = answer
    }

    var requests: [HTTPRequest] { asked.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        let number = asked.withLock { asked in
            asked.append(request)
            return asked.count - 1
        }
        return try await answer(request, number)
    }

    /// A connection over this transport.
    func connection(
        clock: any MonotonicClock = FakeClock(), universe: UniverseDomain = .standard, time: Int64 = 1_800_000_000
    ) -> GoogleConnection {
        GoogleConnection(
            transport: self, endpoints: GoogleEndpoints(universe: universe), clock: clock,
            wallClock: FixedWallClock(NumericDate(secondsSinceEpoch: time)), random: FixedRandom())
    }
}

extension HTTPResponse {
    /// An answer with a JSON text.
    static func json(_ text: String, status: Int = 200, fields: [HTTPField] = []) -> HTTPResponse {
        HTTPResponse(
            status: status, fields: [HTTPField(name: "Content-Type", value: "application/json")] + fields,
            body: [UInt8](text.utf8))
    }

    /// An answer of the metadata server.
    static func metadata(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status, fields: [HTTPField(name: "Metadata-Flavor", value: "Google")], body: [UInt8](text.utf8))
    }

    /// An error in the form of Google's APIs.
    static func refusal(_ status: Int, _ name: String, message: String = "no", details: String = "[]") -> HTTPResponse {
        json(
            #"{"error":{"code":\#(status),"message":"\#(message)","status":"\#(name)","details":\#(details)}}"#,
            status: status)
    }
}

extension HTTPRequest {
    /// The body as text.
    var text: String { String(decoding: body ?? [], as: UTF8.self) }

    /// The body as JSON.
    var json: JSONObject { (try? JSONObject(parsing: body ?? [], limits: .document)) ?? JSONObject() }

    /// The access token that it carries.
    var bearer: String? { fields.first { $0.name == "Authorization" }?.value }
}

/// A monotonic clock that jumps ahead when somebody waits.
final class FakeClock: MonotonicClock {
    private let time = Locked(MonotonicInstant(sinceOrigin: .seconds(1_000)))
    private let waits = Locked<[Duration]>([])

    func now() -> MonotonicInstant { time.withLock { $0 } }

    var sleeps: [Duration] { waits.withLock { $0 } }

    func advance(_ duration: Duration) {
        time.withLock { $0 = $0 + duration }
    }

    func sleep(until instant: MonotonicInstant) async throws(OAuthClientError) {
        guard !Task.isCancelled else { throw OAuthClientError(.cancelled, "the wait was given up") }
        let wait = instant - now()
        waits.withLock { $0.append(wait) }
        time.withLock { $0 = max($0, instant) }
    }
}

/// A clock that stands still: no wait ends, and no deadline comes, before its task is cancelled.
struct StandingClock: MonotonicClock {
    func now() -> MonotonicInstant { MonotonicInstant(sinceOrigin: .seconds(1_000)) }

    func sleep(until instant: MonotonicInstant) async throws(OAuthClientError) {
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        throw OAuthClientError(.cancelled, "the wait was given up")
    }
}

/// Bytes that are always zero.
struct FixedRandom: RandomSource {
    func bytes(count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}

/// A token that is always the same.
struct FixedToken: AccessTokenSource {
    var text = "ya29.canary-access-token"

    func accessToken() async throws(GoogleCloudError) -> AccessToken { AccessToken(text) }
}
