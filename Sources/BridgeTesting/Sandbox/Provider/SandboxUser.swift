/// A person whom the sandbox provider knows; there are no passwords.
public struct SandboxUser: Sendable, Equatable {
    /// What the person signs in with.
    public let name: String
    /// The subject (`sub`).
    public let subject: String
    /// The e-mail address.
    public let email: String
    /// Whether the provider has seen that the address is the person's.
    public let emailStatus: EmailStatus
    /// The name to show.
    public let displayName: String

    /// Whether an address has been verified.
    public enum EmailStatus: Sendable {
        /// It has.
        case verified
        /// It has not.
        case unverified
    }

    /// Makes a person.
    ///
    /// - Parameters:
    ///   - name: What the person signs in with.
    ///   - subject: The subject (`sub`).
    ///   - email: The e-mail address.
    ///   - emailStatus: Whether the address has been verified.
    ///   - displayName: The name to show.
    public init(name: String, subject: String, email: String, emailStatus: EmailStatus, displayName: String) {
        self.name = name
        self.subject = subject
        self.email = email
        self.emailStatus = emailStatus
        self.displayName = displayName
    }

    /// Ada, whose address is verified.
    public static let ada = SandboxUser(
        name: "ada", subject: "sandbox-ada-1815", email: "ada@sandbox.example", emailStatus: .verified,
        displayName: "Ada Lovelace")
    /// Alan, whose address is not.
    public static let alan = SandboxUser(
        name: "alan", subject: "sandbox-alan-1912", email: "alan@sandbox.example", emailStatus: .unverified,
        displayName: "Alan Turing")
}
