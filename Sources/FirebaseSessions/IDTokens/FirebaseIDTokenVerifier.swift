import CustomTokens
public import JOSE
public import OAuthClient
import StrictJSON

/// Verifies Firebase ID tokens of one project (firebase.google.com/docs/auth/admin/verify-id-tokens).
///
/// Every rule is checked, in a fixed order, and none can be left out. Toward the emulator, which signs nothing, all rules
/// but that of the signature hold, and a signed token is refused: it is from elsewhere.
public struct FirebaseIDTokenVerifier: Sendable {
    static let issuerPrefix = "https://securetoken.google.com/"
    private static let customTokenAudience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

    private let project: ProjectID
    private let tenant: ExpectedTenant
    private let connection: FirebaseConnection
    private let leeway: ClockLeeway

    /// Makes a verifier.
    ///
    /// - Parameters:
    ///   - project: The project that tokens must be for.
    ///   - tenant: The tenant that they must be of.
    ///   - connection: The way to Firebase; whether tokens are signed is for its endpoints to say.
    ///   - leeway: How far Google's clock may differ from ours.
    public init(
        project: ProjectID, tenant: ExpectedTenant, connection: FirebaseConnection, leeway: ClockLeeway = .standard
    ) {
        self.project = project
        self.tenant = tenant
        self.connection = connection
        self.leeway = leeway
    }

    /// Verifies a token.
    ///
    /// - Parameter token: The token, with nothing around it.
    /// - Returns: The evidence.
    /// - Throws: `FirebaseSessionError`: `clockNotSet` before anything else, `idTokenInvalid`, `idTokenExpired`,
    ///   `idTokenNotYetValid`, `projectMismatch`, `tenantMismatch`, or `firebaseUnavailable` where the keys cannot be had now.
    public func verify(_ token: UnverifiedIDToken) async throws(FirebaseSessionError) -> VerifiedFirebaseIDToken {
        let now = try FirebaseClock.setTime(of: connection.wallClock)
        let text = token.secretText
        let parts = try TokenParts(parsing: text, .idTokenInvalid)
        try Self.checkKind(parts)
        switch connection.endpoints.kind {
        case .emulator:
            guard parts.header["alg"] == "none", parts.signature.isEmpty else {
                throw FirebaseSessionError(
                    .emulatorMismatch, "the ID token is signed, and the emulator signs nothing",
                    cure: "unset \(EmulatorHost.variable) to verify tokens of Firebase itself")
            }
            let names = try CheckedIDTokenClaims.Names(parts.payload, project: project)
            return VerifiedFirebaseIDToken(text, try checked(names, parts, now), proof: .emulator)
        case .google, .standIn:
            let signed = try Self.signedToken(text)
            let names = try CheckedIDTokenClaims.Names(parts.payload, project: project)
            try await verifySignature(of: signed)
            return VerifiedFirebaseIDToken(text, try checked(names, parts, now), proof: .signature)
        }
    }

    private func checked(
        _ names: CheckedIDTokenClaims.Names, _ parts: TokenParts, _ now: NumericDate
    ) throws(FirebaseSessionError) -> CheckedIDTokenClaims {
        try CheckedIDTokenClaims(names, parts.payload, tenant: tenant, now: now, leeway: leeway)
    }

    /// The token with a header that can be verified: RS256 alone, with a key identifier.
    private static func signedToken(_ text: String) throws(FirebaseSessionError) -> CompactJWS {
        do throws(JOSEError) {
            let token = try CompactJWS(parsing: text)
            try AcceptedAlgorithms(.rs256).require(token.unverifiedHeader.algorithm)
            guard let keyID = token.unverifiedHeader.keyID, !keyID.isEmpty else {
                throw JOSEError(.headerInvalid, "the ID token names no key (kid)")
            }
            if let type = token.unverifiedHeader.type, !type.hasSameBytes(as: "JWT") {
                throw JOSEError(.typeMismatch, "the token is of the type \(type.quotedExcerpt) (typ): no ID token")
            }
            return token
        } catch {
            throw FirebaseSessionError(idToken: error)
        }
    }

    private func verifySignature(of token: CompactJWS) async throws(FirebaseSessionError) {
        let keys: VerificationKeySet
        do throws(OAuthClientError) {
            keys = try await connection.certificates.keys(for: token.unverifiedHeader)
        } catch {
            throw FirebaseSessionError(error)
        }
        do throws(JOSEError) {
            _ = try token.verified(with: keys, algorithms: AcceptedAlgorithms(.rs256))
        } catch {
            throw FirebaseSessionError(idToken: error)
        }
    }

    /// Tells apart what is often given by mistake.
    private static func checkKind(_ parts: TokenParts) throws(FirebaseSessionError) {
        let payload = parts.payload
        if payload["aud"]?.string?.hasSameBytes(as: customTokenAudience) == true {
            throw FirebaseSessionError(
                .idTokenInvalid, "this is a custom token, no ID token",
                cure: "sign it in first: token-bridge login keeps a session, and token-bridge token prints its ID token"
            )
        }
        if payload["v"] == 0, payload["d"]?.object?["uid"] != nil {
            throw FirebaseSessionError(.idTokenInvalid, "this is a legacy custom token of Firebase, no ID token")
        }
    }
}
