import Cryptography
import OAuthClient

/// Whether a caller follows the preset about PKCE (RFC 7636); S256 always.
public enum ProofKeyPolicy: Sendable {
    /// As the preset says; public clients always send a challenge.
    case asPreset
    /// A challenge is sent, whatever the preset says.
    case send
    /// None is sent: the code is bound by the client's authentication alone. Not for public clients.
    case omitThoughLessSecure
}

extension ConfiguredProvider {
    /// The proof key of a new authorization request, or why there is none.
    func proofKey(
        _ policy: ProofKeyPolicy, for client: Client, metadata: AuthorizationServerMetadata?,
        random: some RandomSource
    ) throws(ProviderError) -> ProofKeyUse {
        let reason = client.authentication.isPublic ? nil : reasonForNone(metadata)
        switch (policy, reason) {
        case (.asPreset, let reason?): return .withoutProofKey(because: reason)
        case (.omitThoughLessSecure, let reason):
            try checkOmission(by: client)
            return .withoutProofKey(because: reason ?? .leftOutByCaller)
        case (.asPreset, nil), (.send, _): break
        }
        return .s256(try making { () throws(OAuthClientError) in try ProofKey(random: random) })
    }

    /// Why a confidential client sends no challenge; nil where it sends one.
    private func reasonForNone(_ metadata: AuthorizationServerMetadata?) -> ProofKeyUse.Reason? {
        switch preset.preset.authorization.pkce {
        case .required, .supported, .supportedRequiredOfPublicClients, .unadvertised, .configured: nil
        case .publicClientsOnly: .refusedFromConfidentialClients
        case .advertised: metadata?.codeChallengeMethodsSupported?.contains("S256") == true ? nil : .unknownToProvider
        case .unknown, .notSupported: .unknownToProvider
        }
    }

    private func checkOmission(by client: Client) throws(ProviderError) {
        let pkce = preset.preset.authorization.pkce
        guard !client.authentication.isPublic, pkce != .required else {
            let reason = pkce == .required ? pkce.reason : "nothing else binds the code to a public client"
            throw ProviderError(.optionNotApplicable, "\(id) cannot do without PKCE: \(reason)")
        }
    }
}
