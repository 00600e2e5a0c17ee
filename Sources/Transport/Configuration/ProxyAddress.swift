public import OAuthClient

/// The address of an HTTP proxy: `http` or `https`, host and port, with user and password where the proxy wants them.
public struct ProxyAddress: Sendable {
    /// The whole address, which may hold a password.
    let secretText: String
    /// The address without user and password: for messages.
    public let textForMessages: String

    /// Checks an address.
    ///
    /// - Parameter text: `http://host:port` or `https://host:port`; `user:password@` may stand before the host.
    /// - Throws: `OAuthClientError` with code `addressNotAllowed`, whose reason does not quote the address.
    public init(_ text: String) throws(OAuthClientError) {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !#""<>\^`{|}#?"#.utf8.contains($0) })
        else { throw Self.refusal("it has characters that have no place in it") }
        guard let scheme = ["http://", "https://"].first(where: { text.lowercased().hasPrefix($0) }) else {
            throw Self.refusal("it must begin with http:// or https://")
        }
        let authority = text.dropFirst(scheme.count)
        let hostAndPort = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] } ?? authority
        guard !hostAndPort.contains("/"), let endpoint = try? EndpointURL("https://\(hostAndPort)"),
            endpoint.port != nil
        else { throw Self.refusal("it must be scheme://host:port and nothing more") }
        secretText = text
        textForMessages = scheme + hostAndPort
    }

    private static func refusal(_ reason: String) -> OAuthClientError {
        OAuthClientError(.addressNotAllowed, "the address of the proxy cannot be used: \(reason)")
    }
}

extension ProxyAddress: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The address without user and password.
    public var description: String { textForMessages }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
