import StrictJSON

/// A client that has proven who it is, or a public one that has named itself: what the grants ask for.
///
/// Only `ClientAuthenticator` and the proof of an assertion that a client has signed make one.
public struct AuthenticatedClient: Sendable {
    /// The client.
    public let registration: RegisteredClient
    /// How it has proven who it is; nil for a public client, which has proven nothing.
    public let way: RegisteredClient.Authentication?
    /// The mark of the assertion that proved it, which this very proof has used up; nil where none did.
    let usedAssertion: ReplayMarks.Subject?

    init(
        _ registration: RegisteredClient, way: RegisteredClient.Authentication?,
        usedAssertion: ReplayMarks.Subject? = nil
    ) {
        self.registration = registration
        self.way = way
        self.usedAssertion = usedAssertion
    }

    /// Its client identifier.
    public var id: String { registration.id }

    /// Returns if the client is registered for a grant.
    ///
    /// - Parameter grant: The grant.
    /// - Throws: `BridgeError` with code `clientNotAllowed`, which says what the client is registered for.
    public func require(_ grant: RegisteredClient.Grant) throws(BridgeError) {
        guard !registration.grants.contains(grant) else { return }
        let grants = RegisteredClient.Grant.allCases.filter(registration.grants.contains).map(\.grantType)
        throw BridgeError(
            .clientNotAllowed,
            "the client \(id.quotedExcerpt) is not registered for \(grant.grantType), "
                + "but for \(grants.joined(separator: ", "))")
    }

    /// Returns if the client may use a provider.
    ///
    /// - Parameter provider: The provider's name.
    /// - Throws: `BridgeError` with code `providerNotAllowed`.
    public func require(provider: String) throws(BridgeError) {
        guard !registration.providers.contains(provider) else { return }
        throw BridgeError(
            .providerNotAllowed,
            "the client \(id.quotedExcerpt) is not registered for the provider \(provider.quotedExcerpt)")
    }
}
