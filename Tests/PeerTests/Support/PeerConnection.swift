import CredentialProofs
import Cryptography
import JOSE
import OAuthClient
import Providers

extension OpenIDPeer {
    /// The peer as an operator would configure it: as a generic OpenID provider.
    ///
    /// - Parameters:
    ///   - name: The name of our client there.
    ///   - accessTokens: What is done with access tokens that callers hand in.
    /// - Returns: The connection.
    /// - Throws: Why it cannot be configured so.
    func connection(
        _ name: String, accessTokens: PresetConfiguration.AccessTokenPolicy = .asPreset
    ) async throws -> ProviderConnection {
        try await connection(registration(of: name), accessTokens: accessTokens)
    }

    /// The peer with a client of ours that is registered there already.
    func connection(
        _ registration: ClientRegistration, accessTokens: PresetConfiguration.AccessTokenPolicy = .asPreset
    ) throws -> ProviderConnection {
        var configuration = PresetConfiguration(audience: try ClientIdentifiers([registration.identifier]))
        configuration.parameters = PresetParameters([.issuer: issuer])
        configuration.accessTokens = accessTokens
        configuration.endpoints = try endpointOverrides
        let preset = try ResolvedPreset(PresetTable.preset("oidc"), configuration: configuration)
        let provider = ConfiguredProvider(
            id: "peer", preset: preset,
            credential: registration.secret.map { .secret(ClientSecret($0)) } ?? ClientCredential.none,
            userIDs: try UserIDMapping(prefix: "peer", issuer: issuer, style: .readable))
        return try ProviderConnection(
            provider, transport: transport, clock: SystemWallClock(), monotonicClock: SystemMonotonicClock(),
            random: SecureRandom())
    }
}

extension PeerClient {
    /// The peer under the rules of Yahoo, whose access tokens name nobody: what it is asked must be refused unsent.
    func connectionAsYahoo() throws -> ProviderConnection {
        let audience = try ClientIdentifiers([client.identifier.text])
        let preset = try ResolvedPreset(
            PresetTable.preset("yahoo"), configuration: PresetConfiguration(audience: audience))
        let provider = ConfiguredProvider(
            id: "peer", preset: preset, credential: .secret(ClientSecret("unused")),
            userIDs: try UserIDMapping(prefix: "peer", issuer: preset.issuer, style: .readable))
        return try ProviderConnection(
            provider, transport: transport, clock: SystemWallClock(), monotonicClock: SystemMonotonicClock(),
            random: SecureRandom())
    }
}
