/// A credential of Google's that was found: whose it is, where it was found, and the access tokens it gives.
public struct GoogleCredential: Sendable {
    /// The kinds.
    public enum Kind: String, Sendable, CaseIterable {
        /// A service account's key.
        case serviceAccount = "service_account"
        /// A person's sign-in by gcloud.
        case authorizedUser = "authorized_user"
        /// The permission to act as a service account.
        case impersonatedServiceAccount = "impersonated_service_account"
        /// A token of another issuer (workload identity federation).
        case externalAccount = "external_account"
        /// The metadata server of the machine.
        case metadataServer = "metadata_server"
    }

    /// The kind.
    public let kind: Kind
    /// Where it was found, in words for the operator.
    public let place: String
    /// The service account that it acts as; nil where that is a person, or not known.
    public let account: AccountName?
    /// The project that it names; nil where it names none.
    public let projectID: String?
    /// The identifier of the service account's key that it signs with, its own or that of its source; nil where there is
    /// none, or it is not known.
    public let keyID: String?
    /// Access tokens, kept until shortly before their end.
    public let tokens: any AccessTokenSource
    /// What is worth telling the operator.
    public let warnings: [String]

    init(
        _ kind: Kind, place: String, account: AccountName?, projectID: String?, keyID: String? = nil,
        tokens: any AccessTokenSource, warnings: [String] = []
    ) {
        self.kind = kind
        self.place = place
        self.account = account
        self.projectID = projectID
        self.keyID = keyID
        self.tokens = tokens
        self.warnings = warnings
    }

    /// What it is and where it was found, for start-up and `doctor`.
    public var summary: String {
        let owner = account.map { " of \($0.email)" } ?? ""
        return "\(kind.rawValue)\(owner) from \(place)"
    }
}
