import CustomTokens
import StrictJSON

extension MintingDecision {
    /// Decides what is signed for a server that mints: what its registration lists, and nothing else.
    ///
    /// - Parameters:
    ///   - request: What it asks for.
    ///   - client: The server, which has proven who it is.
    ///   - grant: By which grant it asks.
    ///   - rules: What holds for every server.
    /// - Throws: `BridgeError` with code `clientNotAllowed`, `userIDNotAllowed`, `claimNotAllowed`, `tenantNotAllowed` or
    ///   `lifetimeInvalid`, each of which says what is allowed; `CustomTokenError` for a uid or claims that no token can
    ///   have.
    public init(
        _ request: MintingRequest, for client: AuthenticatedClient, by grant: RegisteredClient.Grant,
        rules: MintingRules
    ) throws {
        try client.require(grant)
        guard grant.isMinting, client.way != nil else {
            throw BridgeError(.clientNotAllowed, "a client that has not proven who it is cannot mint")
        }
        let registration = client.registration
        self.init(
            basis: .client(client, grant), userID: try Self.userID(request.userID, registration, rules),
            claims: try Self.claims(request.claims, registration, rules.policy),
            lifetime: try Self.lifetime(request.lifetime, registration, rules.policy),
            tenantID: try Self.tenant(request.tenantID, registration, rules.policy))
    }

    private static func userID(
        _ text: String, _ client: RegisteredClient, _ rules: MintingRules
    ) throws -> UserID {
        let userID = try UserID(text)
        // Bytes, not characters: a prefix must not end within a character that the uid composes differently.
        guard client.userIDPrefixes.contains(where: { !$0.isEmpty && text.utf8.starts(with: $0.utf8) }) else {
            throw BridgeError(
                .userIDNotAllowed,
                "the client \(client.id.quotedExcerpt) may not mint for the uid \(text.quotedExcerpt), "
                    + "only for those that begin with \(list(client.userIDPrefixes))")
        }
        // The configuration has seen to it that no prefix allows this. Whom a provider vouches for, nobody else may make.
        guard !rules.providerPrefixes.contains(where: { text.utf8.starts(with: "\($0):".utf8) }) else {
            throw BridgeError(
                .userIDNotAllowed, "the uid \(text.quotedExcerpt) is of an account at a provider, which must prove it")
        }
        return userID
    }

    private static func claims(
        _ text: [UInt8]?, _ client: RegisteredClient, _ policy: MintingPolicy
    ) throws -> CustomClaims {
        guard let text else { return .none }
        let claims = try CustomClaims(parsing: text, maximumBytes: policy.maximumClaimsBytes)
        for name in claims.object.names where !client.claimNames.contains(where: { $0.hasSameBytes(as: name) }) {
            throw BridgeError(
                .claimNotAllowed,
                "the client \(client.id.quotedExcerpt) may not set the claim \(name.quotedExcerpt), "
                    + "only \(list(client.claimNames))")
        }
        return claims
    }

    private static func lifetime(
        _ seconds: Int64?, _ client: RegisteredClient, _ policy: MintingPolicy
    ) throws(BridgeError) -> TokenLifetime {
        let longest = client.maximumLifetime
        guard let seconds else { return policy.lifetime.seconds <= longest.seconds ? policy.lifetime : longest }
        guard seconds <= longest.seconds, let lifetime = try? TokenLifetime(seconds: seconds) else {
            throw BridgeError(
                .lifetimeInvalid,
                "the client \(client.id.quotedExcerpt) may not ask for \(seconds) s, only for 1 to \(longest.seconds) s"
            )
        }
        return lifetime
    }

    private static func tenant(
        _ text: String?, _ client: RegisteredClient, _ policy: MintingPolicy
    ) throws(BridgeError) -> TenantID? {
        guard let text else { return policy.tenantID }
        let allowed = [policy.tenantID].compactMap { $0 } + client.tenants
        guard let tenant = allowed.first(where: { $0.value.hasSameBytes(as: text) }) else {
            throw BridgeError(
                .tenantNotAllowed,
                "the client \(client.id.quotedExcerpt) may not mint for the tenant \(text.quotedExcerpt), "
                    + "only for \(list(allowed.map(\.value)))")
        }
        return tenant
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.map(\.quotedExcerpt).joined(separator: ", ")
    }
}
