import Bridge
import Failures
import HTTPServer
import Operations

/// Proves who the client of a request is, and slows down whoever guesses (RFC 6749, section 2.3.1).
struct ClientProof: Sendable {
    let generation: Generation
    let delay: FailureDelay

    /// Runs something that may fail for want of a proof; such a failure is answered late, and later each time.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - claimedID: Who the client says it is; nil where it says nothing.
    ///   - work: What to run.
    /// - Returns: What it returns.
    /// - Throws: What it throws; `BridgeError` with code `rateLimited` where too many failures wait already.
    func slowingFailures<Result: Sendable>(
        of request: IncomingRequest, _ claimedID: String?, _ work: () async throws -> Result
    ) async throws -> Result {
        do {
            return try await work()
        } catch let error as BridgeError where error == BridgeError(.clientInvalid, "") {
            // Those that name no client must not wait for each other.
            let name = claimedID ?? "nobody at \(request.caller.network.text)"
            switch await delay.wait(afterFailureOf: name, from: request.caller.address) {
            case .allowed: throw error
            case .limited(let seconds):
                throw BridgeError(
                    .rateLimited, "too many clients have failed to prove who they are", retryAfter: Int64(seconds),
                    limit: .clientFailures)
            }
        }
    }

    /// Does what a client asks for; where that fails by no fault of the client's, the assertion that proved it is good
    /// again, so that the same request can be sent once more.
    ///
    /// - Parameters:
    ///   - client: The client, proven for this request alone.
    ///   - work: What to do.
    /// - Returns: Its answer.
    /// - Throws: What it throws.
    func serving(
        _ client: AuthenticatedClient, _ work: () async throws -> ServerResponse
    ) async throws -> ServerResponse {
        do {
            let response = try await work()
            if Self.isOurFault(response.status) { await generation.authenticator.giveBackAssertion(of: client) }
            return response
        } catch {
            if Self.isOurFault(Failure(error).httpOutcome.status) {
                await generation.authenticator.giveBackAssertion(of: client)
            }
            throw error
        }
    }

    private static func isOurFault(_ status: Int) -> Bool { status >= 500 || status == 429 }

    /// The client of a request, proven.
    func client(_ claim: ClientClaim?, of request: IncomingRequest) async throws -> AuthenticatedClient {
        let client = try await slowingFailures(of: request, claim?.clientID) {
            try await generation.authenticator.client(for: claim)
        }
        // Only a proof counts: whoever guesses can name a public client in between.
        if client.way != nil { delay.forgetFailures(from: request.caller.address) }
        return client
    }
}
