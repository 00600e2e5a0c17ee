import CustomTokens
import JOSE
import StrictJSON

/// The claims of a Firebase ID token, held to its rules but for the signature.
struct CheckedIDTokenClaims: Sendable {
    let userID: String
    let project: ProjectID
    let tenant: String?
    let signInProvider: String?
    let issuedAt: NumericDate
    let expiration: NumericDate
    let authenticatedAt: NumericDate
    let claims: JSONObject

    /// Whom and whence: audience, issuer and subject, before a key is looked for.
    struct Names: Sendable {
        let userID: String
        let project: ProjectID

        /// - Throws: `FirebaseSessionError`.
        init(_ claims: JSONObject, project: ProjectID) throws(FirebaseSessionError) {
            let audience = try CheckedIDTokenClaims.text("aud", in: claims)
            guard audience.hasSameBytes(as: project.value) else {
                throw FirebaseSessionError(
                    .projectMismatch,
                    "the ID token is for the project \(audience.quotedExcerpt) (aud), expected \(project.value.quotedExcerpt)",
                    cure: "use the web API key of that project, or sign in again")
            }
            let expected = FirebaseIDTokenVerifier.issuerPrefix + project.value
            let issuer = try CheckedIDTokenClaims.text("iss", in: claims)
            guard issuer.hasSameBytes(as: expected) else {
                throw FirebaseSessionError(
                    .idTokenInvalid,
                    "the token was issued by \(issuer.quotedExcerpt) (iss), expected \(expected.quotedExcerpt)")
            }
            userID = try CheckedIDTokenClaims.text("sub", in: claims)
            guard 1...128 ~= userID.utf16.count else {
                throw FirebaseSessionError(
                    .idTokenInvalid, "the ID token's sub is \(userID.isEmpty ? "empty" : "longer than 128 characters")")
            }
            self.project = project
        }
    }

    /// Times and tenant, after the signature.
    ///
    /// - Throws: `FirebaseSessionError`.
    init(
        _ names: Names, _ claims: JSONObject, tenant expected: ExpectedTenant, now: NumericDate, leeway: ClockLeeway
    ) throws(FirebaseSessionError) {
        userID = names.userID
        project = names.project
        self.claims = claims
        do throws(JOSEError) {
            expiration = try Self.date("exp", in: claims)
            issuedAt = try Self.date("iat", in: claims)
            authenticatedAt = try Self.date("auth_time", in: claims)
            guard now < expiration + leeway.seconds else {
                throw JOSEError(.tokenExpired, "the ID token expired at \(expiration), and it is \(now)")
            }
            for (name, date) in [("iat", issuedAt), ("auth_time", authenticatedAt)] where date > now + leeway.seconds {
                throw JOSEError(.tokenNotYetValid, "the ID token's \(name) is \(date), and it is only \(now)")
            }
            guard issuedAt < expiration else {
                throw JOSEError(.claimInvalid, "the ID token expires at \(expiration), not after its iat, \(issuedAt)")
            }
        } catch {
            throw FirebaseSessionError(idToken: error)
        }
        guard let firebase = claims["firebase"]?.object else {
            throw FirebaseSessionError(.idTokenInvalid, "the ID token has no object named firebase")
        }
        tenant = try Self.tenant(firebase["tenant"], expected)
        signInProvider = firebase["sign_in_provider"]?.string
    }

    private static func tenant(
        _ value: JSONValue?, _ expected: ExpectedTenant
    ) throws(FirebaseSessionError) -> String? {
        switch (value, expected) {
        case (nil, .none): return nil
        case (.string(let found)?, .exactly(let tenant)) where found.hasSameBytes(as: tenant.value): return found
        default:
            let found =
                switch value {
                case nil: "of no tenant"
                case .string(let tenant)?: "of the tenant \(tenant.quotedExcerpt)"
                case let value?: "of a tenant that is \(value.kind)"
                }
            let wanted =
                switch expected {
                case .none: "none"
                case .exactly(let tenant): tenant.value.quotedExcerpt
                }
            throw FirebaseSessionError(.tenantMismatch, "the ID token is \(found), expected \(wanted)")
        }
    }

    private static func date(_ name: String, in claims: JSONObject) throws(JOSEError) -> NumericDate {
        guard let claim = claims[name] else { throw JOSEError(.claimMissing, "the ID token has no \(name)") }
        return try NumericDate(claim, claim: name)
    }

    private static func text(_ name: String, in claims: JSONObject) throws(FirebaseSessionError) -> String {
        switch claims[name] {
        case .string(let text)?: return text
        case nil: throw FirebaseSessionError(.idTokenInvalid, "the ID token has no \(name)")
        case let value?:
            throw FirebaseSessionError(.idTokenInvalid, "the ID token's \(name) is \(value.kind), not a string")
        }
    }
}
