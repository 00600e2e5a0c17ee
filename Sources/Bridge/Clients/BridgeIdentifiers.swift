/// What this bridge is called by those who sign something for it.
public struct BridgeIdentifiers: Sendable {
    /// The issuer.
    public let issuer: String
    /// The address of the token endpoint.
    public let tokenEndpoint: String

    /// Takes the names.
    ///
    /// - Parameters:
    ///   - issuer: The issuer.
    ///   - tokenEndpoint: The address of the token endpoint.
    public init(issuer: String, tokenEndpoint: String) {
        self.issuer = issuer
        self.tokenEndpoint = tokenEndpoint
    }

    /// Both, compared as they are: nothing is normalised (RFC 7523, section 3).
    var all: [String] { [issuer, tokenEndpoint] }
}
