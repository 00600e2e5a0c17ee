public import Providers

/// A provider with what the configuration says beside what the library needs.
public struct ProviderEntry: Sendable {
    /// Whether a code challenge is sent where neither preset nor metadata can know.
    public enum CodeChallenge: Sendable, Equatable {
        /// The configuration says nothing.
        case undecided
        /// It is sent.
        case sent
        /// It is not sent.
        case omitted
    }

    /// The provider.
    public let provider: ConfiguredProvider
    /// A PEM file of authorities that are trusted for it beside the system's.
    public let authoritiesFile: String?
    /// The tenants of Microsoft Entra that may sign in, GUIDs in lower case; empty where all may that the tenant allows.
    ///
    /// Whoever verifies an ID token of the provider must compare its `tid`.
    public let allowedTenants: [String]
    /// Whether a code challenge is sent.
    public let codeChallenge: CodeChallenge
}
