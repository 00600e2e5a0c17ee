/// A request that has arrived whole.
public struct ServerRequest: Sendable {
    /// The method, as it was sent: methods are case-sensitive.
    public let method: String
    /// The path, percent-encoded as it was sent, without the query.
    public let path: String
    /// The query without its question mark; nil where there is none.
    public let query: String?
    /// The header fields in their order.
    public let headers: HeaderFields
    /// The body, decoded from its transfer coding.
    public let body: [UInt8]
    /// Who sent it: the other end of the connection, which may be a proxy.
    public let peer: PeerAddress
    /// How it came.
    public let scheme: Scheme

    /// How requests come.
    public enum Scheme: String, Sendable {
        /// In clear.
        case http
        /// Over TLS that ends here.
        case https
    }

    /// Makes a request.
    public init(
        method: String, path: String, query: String? = nil, headers: HeaderFields = HeaderFields(), body: [UInt8] = [],
        peer: PeerAddress, scheme: Scheme = .http
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
        self.peer = peer
        self.scheme = scheme
    }
}

/// The other end of a connection.
public enum PeerAddress: Sendable, Hashable {
    /// An address of the internet; IPv4 that is mapped into IPv6 is IPv4.
    case network(NetworkAddress)
    /// A process of this machine, over a socket in the file system.
    case local
}
