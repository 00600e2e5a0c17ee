public import CredentialProofs

/// A sign-in whose browser has come back with a response of its provider.
public struct FinishedSignIn: Sendable {
    /// The provider's name in the configuration.
    public let providerID: String
    /// What the sign-in was for.
    public let purpose: SignInPurpose
    /// The identity and the provider's tokens; or why there are none, with code `accessDenied` where the person or the
    /// provider said no.
    public let result: Result<ProvenTokens, CredentialError>
}
