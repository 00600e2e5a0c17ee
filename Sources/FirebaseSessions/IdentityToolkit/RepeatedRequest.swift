import Cryptography
import OAuthClient

/// Sends a request, and sends it again where that is safe and may help.
struct RepeatedRequest: Sendable {
    /// When a request is sent again.
    enum Repetition: Sendable {
        /// After any failure that may pass: the request does no harm when it is done twice.
        case afterAnyFailure
        /// Where the service has answered that it did nothing.
        case whereNothingWasDone
    }

    /// How often a request is sent at most.
    static let maximumAttempts = 3
    /// The longest wait that the service may ask for; a longer one is the caller's to wait.
    static let maximumWait = 10

    private let connection: FirebaseConnection
    private let secrets: SentSecrets
    private let repetition: Repetition

    init(_ connection: FirebaseConnection, _ secrets: SentSecrets, _ repetition: Repetition) {
        self.connection = connection
        self.secrets = secrets
        self.repetition = repetition
    }

    /// Sends the request.
    ///
    /// - Returns: An answer with success.
    /// - Throws: `FirebaseSessionError`.
    func response(to request: HTTPRequest) async throws(FirebaseSessionError) -> HTTPResponse {
        var attempt = 1
        while true {
            let failure: FirebaseSessionError
            let isRepeatable: Bool
            do throws(OAuthClientError) {
                let response = try await connection.transport.send(request)
                if response.status == 200 { return response }
                failure = FirebaseSessionError(response, secrets, from: request.url)
                isRepeatable = deservesRepetition(response, failure)
            } catch {
                failure = FirebaseSessionError(secrets.removed(from: error))
                isRepeatable = repetition == .afterAnyFailure && error.isTemporary
            }
            guard isRepeatable, attempt < Self.maximumAttempts, failure.retryAfterSeconds ?? 0 <= Self.maximumWait
            else { throw failure }
            try await wait(before: attempt, failure.retryAfterSeconds)
            attempt += 1
        }
    }

    private func deservesRepetition(_ response: HTTPResponse, _ failure: FirebaseSessionError) -> Bool {
        switch (response.status, repetition) {
        case (429, _), (503, _): true
        // Production answers so to a tenant that the custom token does not name: that does not pass.
        case (500, .afterAnyFailure): failure.firebaseCode != "INTERNAL"
        case (502, .afterAnyFailure), (504, .afterAnyFailure): true
        default: false
        }
    }

    /// Waits half a second, then one second, each up to half as long again; or as long as the service asks for.
    private func wait(before attempt: Int, _ asked: Int?) async throws(FirebaseSessionError) {
        let byte = (try? connection.random.bytes(count: 1))?.first ?? 0
        let pause = Duration.milliseconds(500 * attempt + Int(byte) * attempt)
        let length = max(pause, .seconds(asked ?? 0))
        let end = connection.monotonicClock.now() + length
        while connection.monotonicClock.now() < end {
            do throws(OAuthClientError) {
                try await connection.monotonicClock.sleep(until: end)
            } catch {
                throw FirebaseSessionError(error)
            }
        }
    }
}
