public import Cryptography
public import JOSE
import StrictJSON
import Threads

/// A strict fake of Identity Toolkit and of securetoken: it answers as production was recorded to, which is stricter
/// than the emulator.
///
/// Custom tokens are verified with the keys that its `StrictIAM` publishes. The project has no identity providers of its
/// own, and custom tokens are asked for no second factor: `signInWithIdp`, `createAuthUri` and the methods of version 2
/// answer what was recorded of such a project, which are refusals. Requests come with the host as the first
/// segment of their path, as with the emulator: `/identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken`.
public final class StrictIdentityToolkit: Sendable {
    struct State: Sendable {
        var accounts: [ToolkitPlace: ToolkitAccount] = [:]
        /// By refresh token.
        var sessions: [TextKey: ToolkitSession] = [:]
        var tenants: [TextKey: TenantStatus]
        /// The keys of ID tokens; the first signs.
        var keys: [SessionKey]
        var cookieKey: SessionKey
        /// Whether codes are sent as text messages.
        var hasTextMessages = true
    }

    /// A key of ID tokens or session cookies with its certificate.
    struct SessionKey: Sendable {
        let key: SandboxKey
        let certificate: KeyCertificate

        init(_ key: SandboxKey, _ source: SandboxSource) throws(SandboxError) {
            self.key = key
            let now = try source.now()
            certificate = try KeyCertificate(
                selfSignedBy: key, commonName: "securetoken.system.gserviceaccount.com", notBefore: now - 86_400,
                notAfter: now + 1_382_400, random: source.random)
        }
    }

    /// The project.
    public let project: ToolkitProject
    /// Where the keys of service accounts and the access tokens of administrators come from.
    public let iam: StrictIAM

    let source: SandboxSource
    let state: Locked<State>

    /// Makes a fake of a project without accounts.
    ///
    /// - Parameters:
    ///   - project: The project.
    ///   - iam: Where the keys of service accounts and the access tokens of administrators come from.
    ///   - keys: Its first keys.
    ///   - clock: The time.
    ///   - random: Where tokens and further keys come from.
    /// - Throws: `SandboxError` with code `failed`.
    public init(
        project: ToolkitProject = .sandbox, iam: StrictIAM, keys: SandboxKeys, clock: any WallClock,
        random: any RandomSource
    ) throws(SandboxError) {
        self.project = project
        self.iam = iam
        source = SandboxSource(clock: clock, random: random)
        var tenants: [TextKey: TenantStatus] = [:]
        for tenant in project.tenants { tenants[TextKey(tenant)] = .enabled }
        let key = try SessionKey(keys.session, source)
        let cookieKey = try SessionKey(keys.cookie, source)
        state = Locked(State(tenants: tenants, keys: [key], cookieKey: cookieKey))
    }

    // MARK: What a test may wish

    /// Makes a tenant, or another of one.
    ///
    /// - Parameters:
    ///   - status: What it is like from now on.
    ///   - tenant: Its identifier.
    public func set(_ status: TenantStatus, of tenant: String) {
        state.withLock { $0.tenants[TextKey(tenant)] = status }
    }

    /// Makes an account where there is none.
    ///
    /// - Parameters:
    ///   - uid: The uid.
    ///   - tenant: Its tenant; nil for none.
    /// - Throws: `SandboxError` with code `failed`.
    public func addUser(_ uid: String, tenant: String? = nil) throws(SandboxError) {
        let now = try source.now()
        change(uid, tenant) { account in account = account ?? ToolkitAccount(uid: uid, tenant: tenant, now: now) }
    }

    /// Disables an account: every request for it is answered `USER_DISABLED`.
    public func disableUser(_ uid: String, tenant: String? = nil) {
        change(uid, tenant) { $0?.isDisabled = true }
    }

    /// Enables an account again.
    public func enableUser(_ uid: String, tenant: String? = nil) {
        change(uid, tenant) { $0?.isDisabled = false }
    }

    /// Gives an account a second factor, which nobody asks for when a custom token comes.
    public func enrollSecondFactor(_ uid: String, tenant: String? = nil) {
        change(uid, tenant) { $0?.hasSecondFactor = true }
    }

    /// Sends no codes as text messages from now on: second factors that need them are `OPERATION_NOT_ALLOWED`.
    public func disableTextMessages() {
        state.withLock { $0.hasTextMessages = false }
    }

    /// Deletes an account: its refresh tokens are answered `USER_NOT_FOUND`.
    public func deleteUser(_ uid: String, tenant: String? = nil) {
        change(uid, tenant) { $0 = nil }
    }

    /// Revokes the sessions of an account that are older than a time: `TOKEN_EXPIRED`.
    ///
    /// - Parameters:
    ///   - uid: The uid.
    ///   - tenant: Its tenant; nil for none.
    ///   - time: Sign-ins before it are revoked; those at it are not.
    public func revokeSessions(of uid: String, tenant: String? = nil, before time: NumericDate) {
        change(uid, tenant) { $0?.validSince = time.secondsSinceEpoch }
    }

    /// Lets a new key sign ID tokens; those before stay published.
    ///
    /// - Throws: `SandboxError` with code `failed`.
    public func rotateKeys() throws(SandboxError) {
        let key = try SessionKey(.rsa(source.random), source)
        state.withLock { $0.keys.insert(key, at: 0) }
    }

    private func change(_ uid: String, _ tenant: String?, _ body: (inout ToolkitAccount?) -> Void) {
        state.withLock { body(&$0.accounts[ToolkitPlace(uid, tenant: tenant)]) }
    }
}
