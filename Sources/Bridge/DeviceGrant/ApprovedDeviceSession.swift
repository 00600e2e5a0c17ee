/// What a person has said yes to, for the device that asked.
public struct ApprovedDeviceSession: Sendable {
    /// Who the person is.
    public let signIn: StoredSignIn
    /// The scope that is granted where one was asked for (RFC 6749, section 5.1); nil where none was.
    public let grantedScope: String?
}
