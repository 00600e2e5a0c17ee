public import Cryptography
public import JOSE

/// What a token is held against.
public struct ExaminationContext: Sendable {
    /// Where the public key of the account comes from.
    public enum Authority: Sendable {
        /// The key file of the account, which also tells its address and project.
        case serviceAccount(ServiceAccount)
        /// A public key or certificate.
        case publicKey(PublicKey)
        /// No key: the signature cannot be checked.
        case none
    }

    /// Where the public key comes from.
    public let authority: Authority
    /// The project of the API key that the token would be used with.
    public let projectID: String?
    /// The tenant that the request would name.
    public let tenantID: String?
    /// The time.
    public let now: NumericDate

    /// Makes a context.
    ///
    /// - Parameters:
    ///   - authority: Where the public key comes from.
    ///   - projectID: The project of the API key that the token would be used with; nil where it is not known.
    ///   - tenantID: The tenant that the request would name; nil for the token's own.
    ///   - now: The time.
    public init(authority: Authority, projectID: String?, tenantID: String?, now: NumericDate) {
        self.authority = authority
        self.projectID = projectID
        self.tenantID = tenantID
        self.now = now
    }

    var publicKey: PublicKey? {
        switch authority {
        case .serviceAccount(let account): account.privateKey.publicKey
        case .publicKey(let key): key
        case .none: nil
        }
    }

    var account: ServiceAccount? {
        if case .serviceAccount(let account) = authority { account } else { nil }
    }
}
