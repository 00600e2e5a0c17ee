/// A key that Google has made, with its private half, which is told once; it prints redacted.
public struct CreatedIAMKey: Sendable {
    /// What IAM tells of it.
    public let key: IAMKey
    /// The key file of the service account: the secret itself.
    public let keyFile: [UInt8]
}

extension CreatedIAMKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The identifier, nothing of the secret.
    public var description: String { "key \(key.keyID) with its private half (redacted)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
