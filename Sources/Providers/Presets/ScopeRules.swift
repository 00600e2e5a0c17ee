/// The scopes of a provider.
public struct ScopeRules: Sendable {
    /// What stands between two scopes of a request.
    public enum Separator: String, Sendable {
        /// A blank (RFC 6749, section 3.3).
        case space = " "
        /// A comma.
        case comma = ","
    }

    /// How granted scopes are written in a token response.
    public enum ResponseForm: String, Sendable {
        /// With blanks between them (RFC 6749, section 3.3).
        case space
        /// With commas between them.
        case comma
        /// As a JSON array.
        case array
        /// Not at all.
        case absent
    }

    /// The scopes that are always asked for; configured ones are added (PRV-17).
    public var defaults: [String] = []
    /// What stands between two scopes of a request.
    public var separator = Separator.space
    /// How granted scopes are written in a token response.
    public var responseForms = [ResponseForm.space]
}
