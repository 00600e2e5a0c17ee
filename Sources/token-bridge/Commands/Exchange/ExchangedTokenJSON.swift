import Bridge
import CustomTokenBridge
import Providers
import StrictJSON

extension JSONObject {
    /// An exchanged token for output.
    init(_ token: ExchangedToken) {
        let custom = token.customToken
        let identity = token.identity
        self.init([
            "custom_token": .string(custom.serialized), "uid": .string(custom.userID.value),
            "key_id": .optional(custom.keyID), "issued_at": .optional(custom.issuedAt),
            "expires_at": .optional(custom.expiration), "proof": .string(identity.proof.rawValue),
            "client_id": .string(identity.client),
            "profile": .object(JSONObject(identity.profile, provider: identity.providerID)),
        ])
    }

    /// What the provider says about an account; members without a value are left out.
    private init(_ profile: ProviderProfile, provider: String) {
        self.init(["provider": .string(provider), "sub": .string(profile.subject.value)])
        if let email = profile.email {
            self["email"] = .string(email.address)
            self["email_verified"] = .bool(profile.emailVerified)
        }
        self["name"] = profile.name.map { .string($0) }
        self["picture"] = profile.picture.map { .string($0) }
    }
}
