/// What a sandbox is like.
public struct SandboxSettings: Sendable {
    /// The people whom the provider knows.
    public var users: [SandboxUser] = [.ada, .alan]
    /// The clients that are registered with the provider.
    public var clients = SandboxClient.standard
    /// How long what the provider hands out is good for.
    public var lifetimes = SandboxProvider.Lifetimes()
    /// The Firebase project.
    public var project = ToolkitProject.sandbox
    /// The service account of the project.
    public var serviceAccount = "sandbox@sandbox-bridge.iam.gserviceaccount.com"
    /// How long a change of keys takes until the rest of Google knows, in seconds.
    public var propagationDelay: Int64 = 60
    /// The first keys; nil for new ones.
    public var keys: SandboxKeys?

    /// Makes settings that suit most.
    public init() {}
}
