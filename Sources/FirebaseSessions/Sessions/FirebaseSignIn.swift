public import CustomTokens
import StrictJSON

/// What a custom token is signed in to.
public struct FirebaseSignIn: Sendable {
    /// The web API key of the project.
    public let apiKey: WebAPIKey
    /// Which project it must be.
    public let project: ExpectedProject
    /// Which tenant the custom token must name; nil for the one that it names, if any.
    public let tenant: TenantID?
    /// Where the session can be revoked; nil where nothing is known.
    public let revocation: SessionRevocation?

    /// Describes it.
    ///
    /// - Parameters:
    ///   - apiKey: The web API key of the project.
    ///   - project: Which project it must be.
    ///   - tenant: Which tenant the custom token must name; nil for the one that it names, if any.
    ///   - revocation: Where the session can be revoked.
    public init(
        apiKey: WebAPIKey, project: ExpectedProject = .ofAPIKey, tenant: TenantID? = nil,
        revocation: SessionRevocation? = nil
    ) {
        self.apiKey = apiKey
        self.project = project
        self.tenant = tenant
        self.revocation = revocation
    }

    /// Returns if a custom token can be signed in to it: what Firebase would refuse is refused before anything is sent.
    ///
    /// - Throws: `FirebaseSessionError` with code `customTokenInvalid`, `tenantMismatch` or `projectMismatch`.
    func check(_ token: UnverifiedCustomToken, for endpoints: FirebaseEndpoints) throws(FirebaseSessionError) {
        let isEmulator = if case .emulator = endpoints.kind { true } else { false }
        guard token.isSigned || isEmulator else {
            throw FirebaseSessionError(
                .customTokenInvalid, "the custom token is not signed, which the Firebase Auth emulator alone accepts",
                cure: "get one that is signed, or set \(EmulatorHost.variable)")
        }
        if let tenant, token.tenantID != tenant {
            let found = token.tenantID.map { "names the tenant \($0.value.quotedExcerpt)" } ?? "names no tenant"
            throw FirebaseSessionError(
                .tenantMismatch, "the custom token \(found), expected \(tenant.value.quotedExcerpt)",
                cure: "have the custom token minted for that tenant")
        }
        if case .exactly(let expected) = project, !isEmulator, let found = token.project, found != expected {
            throw FirebaseSessionError(
                .projectMismatch,
                "the custom token was signed by an account of the project \(found.value.quotedExcerpt), expected \(expected.value.quotedExcerpt)",
                cure: "use the web API key of the project that the signing service account belongs to")
        }
    }
}
