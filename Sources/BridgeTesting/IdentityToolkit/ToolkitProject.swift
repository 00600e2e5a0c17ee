/// A Firebase project, as the strict fake of Identity Toolkit knows it.
public struct ToolkitProject: Sendable, Equatable {
    /// The project identifier.
    public let identifier: String
    /// The project number.
    public let number: String
    /// The Web API keys of the project.
    public let apiKeys: [String]
    /// The tenants that there are.
    public let tenants: [String]

    /// Names a project.
    ///
    /// - Parameters:
    ///   - identifier: The project identifier.
    ///   - number: The project number.
    ///   - apiKeys: The Web API keys of the project; all others are refused.
    ///   - tenants: The tenants that there are.
    public init(identifier: String, number: String, apiKeys: [String], tenants: [String] = []) {
        self.identifier = identifier
        self.number = number
        self.apiKeys = apiKeys
        self.tenants = tenants
    }

    /// The project of a sandbox that was not given another.
    ///
    /// The second API key is there for programs that were written for an emulator, where any key will do.
    public static let sandbox = ToolkitProject(
        identifier: "sandbox-bridge", number: "120000000001", apiKeys: ["sandbox-api-key", "x"],
        tenants: ["sandbox-tenant"])
}

/// What a tenant is like.
public enum TenantStatus: Sendable, Equatable {
    /// It can be used.
    case enabled
    /// It cannot be used at present.
    case disabled
    /// It was there once.
    case deleted
}
