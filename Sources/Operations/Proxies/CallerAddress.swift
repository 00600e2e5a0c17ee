public import HTTPServer

/// Who called, and how: the first hop that no trusted proxy speaks for (RFC 9700, section 4.13).
///
/// A chain is read from its right end, which the nearest proxy wrote. What stands left of the first address that is not a
/// trusted proxy's was written by whoever is there, and counts for nothing.
public struct CallerAddress: Sendable, Hashable {
    /// How the call came to us.
    public enum Route: Sendable {
        /// From the caller itself.
        case direct
        /// Through a trusted proxy.
        case proxied
    }

    /// The address.
    public let address: PeerAddress
    /// How the caller spoke to us, or to the proxy nearest to us.
    public let scheme: ServerRequest.Scheme
    /// How the call came to us.
    public let route: Route

    /// Finds who called.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - trustedProxies: Which proxies may say for whom they call.
    /// - Returns: The caller; the proxy itself where it names nobody, or in a way that cannot be trusted.
    public static func resolve(_ request: ServerRequest, trustedProxies: TrustedProxies) -> CallerAddress {
        resolve(
            peer: request.peer, scheme: request.scheme, headers: request.headers, trustedProxies: trustedProxies)
    }

    /// Finds who called.
    ///
    /// - Parameters:
    ///   - peer: The other end of the connection.
    ///   - scheme: How the connection was made.
    ///   - headers: The request's header fields.
    ///   - trustedProxies: Which proxies may say for whom they call.
    /// - Returns: The caller; the proxy itself where it names nobody, or in a way that cannot be trusted.
    public static func resolve(
        peer: PeerAddress, scheme: ServerRequest.Scheme, headers: HeaderFields, trustedProxies: TrustedProxies
    ) -> CallerAddress {
        guard trustedProxies.contains(peer) else { return CallerAddress(address: peer, scheme: scheme, route: .direct) }
        let forwarded = ForwardedHeader.hops(in: headers)
        return CallerAddress(
            address: address(peer, headers, forwarded, trustedProxies),
            scheme: self.scheme(headers, forwarded) ?? scheme, route: .proxied)
    }

    /// The caller by either field, or by both where they agree: a proxy that writes one of them lets the other through
    /// as the caller wrote it.
    private static func address(
        _ peer: PeerAddress, _ headers: HeaderFields, _ forwarded: ForwardedHeader.Hops, _ trusted: TrustedProxies
    ) -> PeerAddress {
        let listed = ForwardedForHeader.hops(in: headers)
        let byList = listed.map { walk(from: peer, $0, trusted) }
        let byForwarded: PeerAddress? =
            switch forwarded {
            case .absent: nil
            case .malformed: peer
            case .hops(let hops): walk(from: peer, hops.map(\.address), trusted)
            }
        switch (byList, byForwarded) {
        case (nil, nil): return peer
        case (let found?, nil), (nil, let found?): return found
        case (let one?, let other?): return one == other ? one : peer
        }
    }

    /// Goes from hop to hop, the nearest first, as long as the last one is a trusted proxy.
    private static func walk(from peer: PeerAddress, _ hops: [NetworkAddress?], _ trusted: TrustedProxies)
        -> PeerAddress
    {
        var caller = peer
        for hop in hops {
            // Who cannot be read is not skipped: what stands left of it is not vouched for.
            guard trusted.contains(caller), let hop else { break }
            caller = .network(hop)
        }
        return caller
    }

    private static func scheme(_ headers: HeaderFields, _ forwarded: ForwardedHeader.Hops) -> ServerRequest.Scheme? {
        let values = headers.values("X-Forwarded-Proto")
        let byProto = values.count == 1 ? ForwardedHeader.scheme(values[0]) : nil
        guard case .hops(let hops) = forwarded, let nearest = hops.first?.scheme else {
            return values.count > 1 ? nil : byProto
        }
        return values.isEmpty || byProto == nearest ? nearest : nil
    }
}
