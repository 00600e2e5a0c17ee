public import HTTPServer

/// Which proxies may say for whom they call.
public struct TrustedProxies: Sendable, Equatable {
    /// Whether processes of this machine, over a socket in the file system, count as proxies.
    public enum LocalPeers: Sendable {
        /// They may say for whom they call: only the proxy can open the socket.
        case trusted
        /// They call for themselves.
        case untrusted
    }

    private let ranges: [NetworkRange]
    private let localPeers: LocalPeers

    /// Names the proxies.
    ///
    /// - Parameters:
    ///   - ranges: Their networks.
    ///   - localPeers: Whether processes of this machine count too.
    public init(_ ranges: [NetworkRange], localPeers: LocalPeers = .untrusted) {
        self.ranges = ranges
        self.localPeers = localPeers
    }

    /// Whether a peer is one of them.
    ///
    /// - Parameter peer: The peer.
    /// - Returns: Whether it is.
    public func contains(_ peer: PeerAddress) -> Bool {
        switch peer {
        case .local: localPeers == .trusted
        case .network(let address): ranges.contains { $0.contains(address) }
        }
    }
}
