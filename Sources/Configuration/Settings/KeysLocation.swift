/// Where the keys are that sign custom tokens.
public enum KeysLocation: Sendable, Equatable {
    /// In a folder: the key ring.
    case folder(path: String)
    /// In the key file of a service account.
    case serviceAccount(path: String)
}
