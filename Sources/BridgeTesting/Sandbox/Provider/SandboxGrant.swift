/// What a person has allowed a client.
struct SandboxGrant: Sendable {
    let client: SandboxClient
    let user: SandboxUser
    let scopes: [String]
    let nonce: String?
    /// When the person signed in.
    let authenticationTime: Int64
    /// What all tokens of it have in common, so that they can be revoked together.
    let family: String
}

/// A request for authorization that waits for the person.
struct PendingLogin: Sendable {
    let client: SandboxClient
    let redirectURI: String
    let state: String?
    let scopes: [String]
    let nonce: String?
    let challenge: String?
    let loginHint: String?
    let expiration: Int64
}

/// A code that was handed out.
struct HandedOutCode: Sendable {
    let grant: SandboxGrant
    let redirectURI: String
    let challenge: String?
    let expiration: Int64
    var isUsed = false
}

/// A device that waits for its person.
struct DeviceLogin: Sendable {
    enum Decision: Sendable {
        case pending
        case denied
        case approved(SandboxGrant)
    }

    let client: SandboxClient
    let userCode: String
    let scopes: [String]
    let nonce: String?
    let expiration: Int64
    var decision = Decision.pending
    var interval: Int64
    var lastPoll: Int64?
}

/// A token that was handed out.
struct HandedOutToken: Sendable {
    enum Kind: Sendable {
        case access
        case refresh
    }

    let kind: Kind
    let grant: SandboxGrant
    let issuedAt: Int64
    let expiration: Int64
    /// Whether a refresh token was replaced by another.
    var isUsed = false
}

/// All that the sandbox provider remembers.
struct ProviderState: Sendable {
    var keys: ProviderKeys
    var logins: [TextKey: PendingLogin] = [:]
    var codes: [TextKey: HandedOutCode] = [:]
    /// By device code.
    var devices: [TextKey: DeviceLogin] = [:]
    var tokens: [TextKey: HandedOutToken] = [:]

    /// Takes all tokens of a grant back.
    mutating func revoke(family: String) {
        tokens = tokens.filter { $0.value.grant.family != family }
    }
}
