import JOSE
import OAuthClient
import Providers
import StrictJSON

/// What tokens that a provider gave to our client say about who somebody is: the common end of P1, P3 and P4.
struct TokenAnswerProof: Sendable {
    let connection: ProviderConnection
    let proof: CredentialProof

    /// The identity behind some tokens.
    ///
    /// - Parameters:
    ///   - tokens: The tokens, which the provider gave to our client in answer to a request of our own.
    ///   - binding: What an ID token among them must be bound to.
    /// - Throws: `CredentialError`.
    func identity(
        from tokens: TokenResponse, _ binding: IDTokenBinding
    ) async throws(CredentialError) -> VerifiedIdentity {
        let provider = connection.provider
        guard let idToken = tokens.idToken, provider.idToken != nil else {
            try requireNoIDToken()
            return try await described(by: tokens)
        }
        var binding = binding
        binding.accessToken = tokens.accessToken
        let verified = try await IDTokenProof(connection).verified(idToken, binding)
        let profile = try await completed(verified, tokens)
        return VerifiedIdentity(
            provider: provider, profile: profile, client: verified.client, authentication: verified.authentication,
            proof: proof, provenAt: try connection.now(), replayMark: nil)
    }

    /// Returns if the tokens may come without an ID token.
    ///
    /// A provider whose ID tokens are accepted by themselves gives one for a code; without it, the scope is missing.
    private func requireNoIDToken() throws(CredentialError) {
        let provider = connection.provider
        guard proof != .codeRedeemed || !provider.preset.acceptedCredentials.contains(.idToken) else {
            throw CredentialError(
                .credentialInvalid,
                "\(provider.id): the provider's answer to the code has no ID token; ask for the scope openid")
        }
    }

    /// The account that the provider describes for the access token.
    private func described(by tokens: TokenResponse) async throws(CredentialError) -> VerifiedIdentity {
        let provider = connection.provider
        let account = try account(of: tokens)
        let answers = try await AccountAnswers(
            connection: connection, token: tokens.accessToken, subject: account
        ).answers(.required)
        let profile = try provider.attempt("the account") { () throws(ProviderError) in try provider.preset.profile(from: answers) }
        return VerifiedIdentity(
            provider: provider, profile: profile, client: provider.preset.audience.primary, authentication: .unknown,
            proof: proof, provenAt: try connection.now(), replayMark: nil)
    }

    /// The profile in an ID token; where it is thin, with what the provider describes of the same account.
    private func completed(
        _ token: VerifiedIDToken, _ tokens: TokenResponse
    ) async throws(CredentialError) -> ProviderProfile {
        let provider = connection.provider
        let profile = try provider.profile(of: token)
        // Microsoft's description has addresses that a tenant's administrator sets: it is never read.
        if case .microsoft = provider.preset.acceptedIssuers { return profile }
        let lacksEmail = profile.email == nil && !provider.preset.email.candidates.isEmpty
        let lacksName = profile.name == nil && !provider.preset.name.isEmpty
        guard lacksEmail || lacksName, !provider.preset.endpoints.userinfo.isEmpty else { return profile }
        let answers = try await AccountAnswers(
            connection: connection, token: tokens.accessToken, subject: token.subject
        ).answers(.completion)
        return provider.preset.profile(of: token.subject, from: [.object(token.claims)] + answers)
    }

    private func account(of tokens: TokenResponse) throws(CredentialError) -> SubjectID? {
        try tokens.account.map { (account) throws(CredentialError) in
            try connection.provider.attempt("the token answer") { () throws(ProviderError) in try SubjectID(account) }
        }
    }
}
