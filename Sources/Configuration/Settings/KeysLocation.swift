public import GoogleCloud
public import HardwareKeys

/// Where the keys are that sign custom tokens.
public enum KeysLocation: Sendable, Equatable {
    /// In a folder: the key ring.
    case folder(path: String)
    /// In the key file of a service account.
    case serviceAccount(path: String)
    /// With Google, which signs.
    case iam(IAMSettings)
    /// In a token of PKCS#11, which signs.
    case pkcs11(PKCS11Settings)
}

/// How Google is asked to sign.
public struct IAMSettings: Sendable, Equatable {
    /// The account that signs; nil for the one of the credential that is found.
    public let account: AccountName?
    /// In which way.
    public let method: IAMCredentials.Method
    /// The accounts over which the caller may act as that one, in their order.
    public let delegates: [AccountName]
    /// The file of the caller's credential; nil where it is looked for in the usual places.
    public let credentialsPath: String?
    /// Where Google is, on this machine, such as a sandbox; nil for where it always is.
    public let google: String?
}

/// Which key of which token signs, and for whom.
public struct PKCS11Settings: Sendable, Equatable {
    /// The key.
    public let uri: PKCS11URI
    /// The account that the key's certificate was uploaded to.
    public let account: AccountName
    /// The identifier that Google knows the key by; nil where it is left out of tokens.
    public let keyID: String?
    /// How many signatures are made at once.
    public let sessions: Int
}
