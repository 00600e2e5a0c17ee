/// Which project an ID token must be of.
public enum ExpectedProject: Sendable {
    /// This one.
    case exactly(ProjectID)
    /// That of the API key: Firebase names it in the ID token of the sign-in, and it is held to it ever after.
    ///
    /// Where the custom token's service account says which project it belongs to, it must be that one.
    case ofAPIKey
}
