import StrictJSON

/// The kinds of JSON that people take for a service-account key.
enum CredentialKind: Sendable, CaseIterable {
    case androidClient
    case webClient
    case oauthClient
    case authorizedUser
    case externalAccount
    case externalAccountUser
    case impersonatedAccount
    case gdchAccount
    case camelCase
    case jsonWebKeySet

    /// The kind of an object; nil where it may be a service-account key.
    init?(_ object: JSONObject) {
        guard let kind = Self.allCases.first(where: { $0.matches(object) }) else { return nil }
        self = kind
    }

    private func matches(_ object: JSONObject) -> Bool {
        let type = object["type"]?.string
        return switch self {
        case .androidClient: object["project_info"] != nil && object["client"] != nil
        case .webClient: object["apiKey"] != nil && object["authDomain"] != nil
        case .oauthClient: object["installed"] != nil || object["web"] != nil
        case .authorizedUser: type == "authorized_user"
        case .externalAccount: type == "external_account"
        case .externalAccountUser: type == "external_account_authorized_user"
        case .impersonatedAccount: type == "impersonated_service_account"
        case .gdchAccount: type == "gdch_service_account"
        case .camelCase: object["privateKey"] != nil || object["clientEmail"] != nil
        case .jsonWebKeySet: object["keys"]?.array != nil
        }
    }

    /// What the JSON is, after "this is".
    var name: String {
        switch self {
        case .androidClient: "an Android client config (google-services.json)"
        case .webClient: "a web client config (firebaseConfig)"
        case .oauthClient: "an OAuth client file (client_secret.json)"
        case .authorizedUser: "a user credential of gcloud (authorized_user)"
        case .externalAccount: "a workload identity configuration (external_account), which has no private key"
        case .externalAccountUser: "a workforce user credential (external_account_authorized_user)"
        case .impersonatedAccount:
            "an impersonation configuration (impersonated_service_account), which has no private key"
        case .gdchAccount: "a key of Google Distributed Cloud (gdch_service_account)"
        case .camelCase: "a key with camelCase names (privateKey, clientEmail), as application code writes them"
        case .jsonWebKeySet: "a JSON Web Key Set"
        }
    }
}
