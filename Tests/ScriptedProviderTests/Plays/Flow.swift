import CredentialProofs
import OAuthClient
import Providers
import Testing

/// One way to prove an identity at one provider, with all requests that belong to it.
struct Flow: Sendable, CustomTestStringConvertible {
    /// An e-mail address and what it is worth.
    struct Address: Sendable, Equatable {
        let text: String
        let standing: ProviderProfile.Email.Standing

        init(text: String, standing: ProviderProfile.Email.Standing) {
            self.text = text
            self.standing = standing
        }

        init?(_ email: ProviderProfile.Email?) {
            guard let email else { return nil }
            self.init(text: email.address, standing: email.standing)
        }
    }

    /// What begins it.
    enum Start: Sendable {
        case credential(Credential)
        /// A code, with the parameters of the authorization response.
        case code(AuthorizationCodeGrant, CallerNonce, FormParameters)
        case deviceFlow
    }

    /// How it ends.
    enum Outcome: Sendable, Equatable {
        case identity(String)
        case refusal(CredentialError.Code)
    }

    let name: String
    /// The account.
    let subject: String
    /// The e-mail address and what it is worth.
    var email: Address?
    /// What proves it; differs from the kind of credential where a device flow is checked.
    let proof: CredentialProof
    /// Ends that are not the common ones.
    var outcomes: [Variation.Kind: Outcome] = [:]
    let start: @Sendable (Variation) throws -> Start
    let steps: @Sendable (Variation) throws -> [Step]

    var testDescription: String { name }

    /// How it must end.
    func outcome(_ kind: Variation.Kind) -> Outcome {
        if let outcome = outcomes[kind] { return outcome }
        return switch kind {
        case .right: .identity(subject)
        case .numericSubject: .identity(Variation.number)
        case .otherClient: .refusal(.audienceMismatch)
        case .expired: .refusal(.credentialExpired)
        case .missingSubject: .refusal(.credentialInvalid)
        }
    }

    /// A code without an ID token: what is not our client's or too old, the provider itself refuses.
    static func code(
        _ subject: String, code: String = Sent.code, proofKey: ProofKeyUse? = nil, response: [(String, String)] = [],
        steps: @escaping @Sendable (Variation) throws -> [Step]
    ) -> Flow {
        Flow(
            name: "code", subject: subject, proof: .codeRedeemed, outcomes: refusedByProvider,
            start: { _ in
                let parameters = try FormParameters(response.map { (name: $0.0, value: $0.1) })
                return .code(try Sent.grant(code, proofKey: proofKey), .none, parameters)
            }, steps: steps)
    }

    /// A code that is answered with an ID token.
    static func codeWithIDToken(
        _ subject: String, nonce: CallerNonce = .asSent(Sent.nonce), response: [(String, String)] = [],
        steps: @escaping @Sendable (Variation) throws -> [Step]
    ) -> Flow {
        Flow(
            name: "code", subject: subject, proof: .codeRedeemed,
            start: { _ in
                let parameters = try FormParameters(response.map { (name: $0.0, value: $0.1) })
                return .code(try Sent.grant(), nonce, parameters)
            }, steps: steps)
    }

    /// An ID token; its only requests are those for the keys.
    static func idToken(
        _ subject: String, key: TokenKey = .rsa, nonce: String? = Sent.nonce,
        keys: @escaping @Sendable () -> [Step], claims: @escaping @Sendable (Variation) -> String
    ) -> Flow {
        Flow(
            name: "id_token", subject: subject, proof: .idTokenVerified,
            start: { variation in
                let token = UnverifiedIDToken(try TestToken.make(claims(variation), key: key))
                let nonce: CallerNonce = if let nonce { .raw(try RawNonce(nonce)) } else { .none }
                return .credential(.idToken(token, nonce: nonce))
            }, steps: { _ in keys() })
    }

    /// A refresh token without an ID token in the answer.
    static func refresh(
        _ subject: String, steps: @escaping @Sendable (Variation) throws -> [Step]
    ) -> Flow {
        Flow(
            name: "refresh_token", subject: subject, proof: .refreshTokenRedeemed, outcomes: refusedByProvider,
            start: { _ in .credential(.refreshToken(RefreshToken(Sent.refreshToken), keeper: KeptToken())) },
            steps: steps)
    }

    /// An access token, which the provider is asked about.
    static func accessToken(
        _ subject: String, token: String = Sent.accessToken, outcomes: [Variation.Kind: Outcome] = [:],
        steps: @escaping @Sendable (Variation) throws -> [Step]
    ) -> Flow {
        Flow(
            name: "access_token", subject: subject, proof: .accessTokenChecked, outcomes: outcomes,
            start: { _ in .credential(.accessToken(AccessToken(token))) }, steps: steps)
    }

    /// A device flow of our own.
    static func device(
        _ subject: String, proof: CredentialProof = .deviceCodeRedeemed,
        outcomes: [Variation.Kind: Outcome] = [:], steps: @escaping @Sendable (Variation) throws -> [Step]
    ) -> Flow {
        Flow(
            name: "device_code", subject: subject, proof: proof, outcomes: outcomes, start: { _ in .deviceFlow },
            steps: steps)
    }

    /// What is not our client's or too old is refused by the provider.
    static let refusedByProvider: [Variation.Kind: Outcome] = [
        .otherClient: .refusal(.credentialInvalid), .expired: .refusal(.credentialInvalid),
    ]

    /// The same with an e-mail address.
    func with(email: String, _ standing: ProviderProfile.Email.Standing) -> Flow {
        var flow = self
        flow.email = Address(text: email, standing: standing)
        return flow
    }

    /// The same with other ends.
    func ending(_ outcomes: [Variation.Kind: Outcome]) -> Flow {
        var flow = self
        flow.outcomes.merge(outcomes) { $1 }
        return flow
    }
}
