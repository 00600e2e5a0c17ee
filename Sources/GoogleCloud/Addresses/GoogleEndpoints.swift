import OAuthClient
import StrictJSON

/// Where Google's services are.
public struct GoogleEndpoints: Sendable {
    /// A service.
    public enum Service: String, Sendable, CaseIterable {
        /// Keys of service accounts.
        case iam
        /// Signatures and access tokens of service accounts.
        case iamCredentials = "iamcredentials"
        /// Access tokens for assertions and refresh tokens.
        case oauth2
        /// Access tokens for tokens of others.
        case securityTokens = "sts"
        /// The public keys of service accounts.
        case publicKeys = "www"
    }

    /// The domain that the services are under.
    public let universe: UniverseDomain
    private let bases: [Service: String]

    /// The services under a domain.
    ///
    /// - Parameter universe: The domain.
    public init(universe: UniverseDomain = .standard) {
        self.universe = universe
        bases = [:]
    }

    /// The services under a domain, some of them on this machine, as in tests.
    ///
    /// - Parameters:
    ///   - universe: The domain.
    ///   - bases: The beginning of addresses, such as `http://127.0.0.1:8080`, without a slash at the end.
    /// - Throws: `GoogleCloudError` with code `addressNotAllowed`.
    public init(universe: UniverseDomain = .standard, bases: [Service: String]) throws(GoogleCloudError) {
        for (service, base) in bases { _ = try GoogleAddress(base, in: universe, subject: service.rawValue) }
        self.universe = universe
        self.bases = bases
    }

    /// All services below one address, each by its host, as a sandbox has them.
    ///
    /// - Parameters:
    ///   - universe: The domain.
    ///   - base: The address, such as `http://127.0.0.1:8080`.
    /// - Throws: `GoogleCloudError` with code `addressNotAllowed`.
    public init(universe: UniverseDomain = .standard, below base: String) throws(GoogleCloudError) {
        let base = base.hasSuffix("/") ? String(base.dropLast()) : base
        let bases = Service.allCases.map { ($0, "\(base)/\($0.rawValue).\(universe.name)") }
        try self.init(universe: universe, bases: Dictionary(uniqueKeysWithValues: bases))
    }

    /// The address of a path.
    ///
    /// - Parameters:
    ///   - service: The service.
    ///   - path: The path with its query, beginning with a slash.
    /// - Returns: The address.
    /// - Throws: `GoogleCloudError` with code `addressNotAllowed`.
    public func address(_ service: Service, _ path: String) throws(GoogleCloudError) -> GoogleAddress {
        let base = bases[service] ?? "https://\(service.rawValue).\(universe.name)"
        return try GoogleAddress(base + path, in: universe, subject: "the address of \(service.rawValue)")
    }
}
