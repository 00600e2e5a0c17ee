import Bridge
import HTTPServer
import Operations

/// How much networks and clients may ask for.
extension BridgeService {
    /// Whether a network may ask for something now.
    func admission(of caller: CallerAddress) -> TokenBucketLimiter.Decision {
        caller.isOwn ? .allowed : callerLimiter.take(caller.address)
    }

    /// Returns if a client may have a token now.
    ///
    /// Only a proof makes a request one of the client's. Whoever names a public client has proven nothing: with a limit of
    /// the client anybody could use it up and lock all of its devices out, so there it is the limit of each network that
    /// counts. What a client can be made to lose by its own limit, it loses to those who have its secret.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - caller: Who asks in its name.
    /// - Throws: `BridgeError` with code `rateLimited`.
    func admit(_ client: AuthenticatedClient, from caller: CallerAddress) throws(BridgeError) {
        guard client.way != nil, !caller.isOwn,
            case .limited(let seconds) = clientLimiter.take(LimitKey(name: client.id))
        else { return }
        throw BridgeError(
            .rateLimited, "too many requests of this client", retryAfter: Int64(seconds), limit: .client)
    }

    /// Counts a request that a limit refuses.
    func noteRefusal(by limit: LimitName, _ error: BridgeError, _ request: IncomingRequest) {
        metrics.rateLimited(by: limit.rawValue)
        // This one stops people who have done nothing wrong. A line of it for each request would be no more use.
        guard limit == .userCodeEverywhere, refusalLines.take(LimitKey(name: limit.rawValue)) == .allowed else {
            return
        }
        resources.log.warning(
            "so many wrong user codes were entered that none is looked at",
            ["limit": .identifier(limit.rawValue), "retry_after": .number(error.retryAfter ?? 1)],
            in: request.context)
    }
}

extension CallerAddress {
    /// Callers on this machine are the operator's own; not those that a proxy here does not name, or names wrongly.
    fileprivate var isOwn: Bool {
        guard route == .direct else { return false }
        guard case .network(let own) = address else { return true }
        return own.isLoopback
    }
}
