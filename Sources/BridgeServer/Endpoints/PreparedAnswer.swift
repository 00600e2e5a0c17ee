import Bridge
import JOSE
import StrictJSON

/// An answer with a custom token that is signed, and not handed out before its credential is used up.
struct PreparedAnswer: Sendable {
    let issued: IssuedCustomToken
    let grant: RegisteredClient.Grant
    /// The JSON of the answer.
    private(set) var object: JSONObject

    init(
        _ issued: IssuedCustomToken, _ grant: RegisteredClient.Grant, signIn: StoredSignIn? = nil, scope: String? = nil
    ) {
        self.issued = issued
        self.grant = grant
        object = TokenAnswer.object(issued, scope: scope)
        if let signIn { object["profile"] = .object(TokenAnswer.profile(signIn.profile, provider: signIn.providerID)) }
    }

    /// Adds the provider's tokens, for a client that is registered to get them.
    mutating func add(_ tokens: HandedOnTokens, now: NumericDate) {
        object["provider_tokens"] = .object(TokenAnswer.object(tokens, now: now))
    }
}
