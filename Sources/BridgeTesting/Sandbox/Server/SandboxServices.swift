public import Cryptography
public import HTTPServer
public import JOSE
import StrictJSON

/// All that a sandbox stands for: an OpenID provider, Identity Toolkit, and IAM.
///
/// Without a server: see `Sandbox` for one, and `SandboxTransport` for calls within one process.
public struct SandboxServices: Sendable {
    /// Where the provider is, and below which the others are.
    public let base: String
    /// The OpenID provider.
    public let provider: SandboxProvider
    /// Identity Toolkit and securetoken.
    public let identityToolkit: StrictIdentityToolkit
    /// IAM, IAM Credentials, the token endpoint, and the public keys of service accounts.
    public let iam: StrictIAM
    /// The service account of the project.
    public let serviceAccount: String

    /// Makes the services.
    ///
    /// - Parameters:
    ///   - base: Where the provider is: its issuer, without a slash at its end.
    ///   - settings: What they are like.
    ///   - clock: The time.
    ///   - random: Where keys, codes and tokens come from.
    /// - Throws: `SandboxError` with code `failed`.
    public init(
        base: String, settings: SandboxSettings = SandboxSettings(), clock: any WallClock, random: any RandomSource
    ) throws(SandboxError) {
        self.base = base
        let newKeys = settings.keys == nil ? try SandboxKeys(random: random) : nil
        guard let keys = settings.keys ?? newKeys else { throw SandboxError(.failed, "there are no keys") }
        provider = SandboxProvider(
            issuer: base, users: settings.users, clients: settings.clients, lifetimes: settings.lifetimes, keys: keys,
            clock: clock, random: random)
        iam = StrictIAM(
            propagationDelay: settings.propagationDelay, tokenAudiences: ["\(base)/oauth2.googleapis.com/token"],
            clock: clock, random: random)
        identityToolkit = try StrictIdentityToolkit(
            project: settings.project, iam: iam, keys: keys, clock: clock, random: random)
        serviceAccount = settings.serviceAccount
        iam.addAccount(settings.serviceAccount, projectID: settings.project.identifier)
    }

    /// Makes a new key of the project's service account, which counts at once, and its key file.
    ///
    /// - Returns: The text of the file: a secret. It names the sandbox's own token endpoint.
    /// - Throws: `SandboxError` with code `failed`.
    public func makeKeyFile() throws(SandboxError) -> [UInt8] {
        try iam.makeKeyFile(for: serviceAccount, tokenURI: "\(base)/oauth2.googleapis.com/token")
    }
}

extension SandboxServices: RequestHandler {
    /// Answers a request: with a Google host as the first segment of its path it is for that host, otherwise for the
    /// provider.
    public func response(to request: ServerRequest) async -> ServerResponse {
        guard isForThisMachine(request) else {
            return .sandboxJSON(
                .of(["error": "forbidden", "error_description": "the host of the request is not this machine"]),
                status: 403)
        }
        if identityToolkit.answers(request) { return await identityToolkit.response(to: request) }
        let host = request.path.split(separator: "/").first.map(String.init) ?? ""
        if StrictIAM.hosts.contains(where: { $0.hasSameBytes(as: host) }) { return await iam.response(to: request) }
        return await provider.response(to: request)
    }

    /// Whether the name that the caller used is one of this machine: a page of another site can have its own name lead
    /// here, and would read what the sandbox says.
    private func isForThisMachine(_ request: ServerRequest) -> Bool {
        guard let host = request.headers["Host"] else { return true }
        let name = host.utf8.last == UInt8(ascii: "]") ? host[...] : host[..<(host.lastIndex(of: ":") ?? host.endIndex)]
        return name.isLoopbackHost
    }
}
