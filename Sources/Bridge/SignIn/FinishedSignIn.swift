public import CredentialProofs

/// A sign-in whose browser has come back with a response of its provider.
public struct FinishedSignIn: Sendable {
    /// How it ended.
    public enum Ending: Sendable {
        /// With the identity and the provider's tokens.
        case proven(ProvenTokens)
        /// The response itself says that the person declined, or the provider for the person.
        ///
        /// Only the response to this very sign-in says so: it brought back the state, in the browser that began it, and
        /// no other issuer.
        case declined(CredentialError)
        /// With nothing that was proven; another attempt may do better.
        case failed(CredentialError)
    }

    /// The provider's name in the configuration.
    public let providerID: String
    /// What the sign-in was for.
    public let purpose: SignInPurpose
    /// How it ended.
    public let ending: Ending

    /// The identity and the provider's tokens; or why there are none, with code `accessDenied` where the person or the
    /// provider said no.
    public var result: Result<ProvenTokens, CredentialError> {
        switch ending {
        case .proven(let tokens): .success(tokens)
        case .declined(let error), .failed(let error): .failure(error)
        }
    }
}
