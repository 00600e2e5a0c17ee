public import CustomTokens
import JOSE
public import OAuthClient
import StrictJSON

/// A custom token as it was received, taken apart and **not verified**: Firebase verifies it.
///
/// What it says is needed to sign it in: who it is for, and in which tenant.
public struct UnverifiedCustomToken: SecretText {
    /// The token itself.
    public let secretText: String
    /// The uid that it asks for.
    public let userID: String
    /// The tenant that it names; nil for none.
    public let tenantID: TenantID?
    /// The project that its service account belongs to, where the account's name says so.
    public let project: ProjectID?
    /// Whether it has a signature; the emulator alone takes one without.
    let isSigned: Bool

    /// Takes a token apart.
    ///
    /// - Parameter text: The token, with nothing around it.
    /// - Throws: `FirebaseSessionError` with code `customTokenInvalid`, whose reason says what the text is instead.
    public init(parsing text: String) throws(FirebaseSessionError) {
        let token = try TokenParts(parsing: text, .customTokenInvalid)
        let payload = token.payload
        guard payload["aud"]?.string?.hasSameBytes(as: Self.audience) == true else {
            throw Self.refusal("it is not made for Firebase's sign-in (aud): \(Self.kind(of: payload))")
        }
        switch payload["uid"] {
        case .string(let userID)? where !userID.isEmpty: self.userID = userID
        default: throw Self.refusal("it names no uid")
        }
        tenantID = try Self.tenant(payload["tenant_id"])
        project = Self.project(ofAccount: payload["iss"]?.string ?? "")
        isSigned = !token.signature.isEmpty
        secretText = text
    }

    /// What `aud` is in every custom token.
    private static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

    private static func tenant(_ value: JSONValue?) throws(FirebaseSessionError) -> TenantID? {
        switch value {
        case nil: return nil
        case .string(let text)?:
            do throws(CustomTokenError) {
                return try TenantID(text)
            } catch {
                throw refusal(error.reason)
            }
        case let value?: throw refusal("its tenant_id is \(value.kind), not a string")
        }
    }

    private static func kind(of payload: JSONObject) -> String {
        let issuer = payload["iss"]?.string ?? ""
        if issuer.hasPrefix(FirebaseIDTokenVerifier.issuerPrefix) { return "it is an ID token of Firebase already" }
        return "perhaps it is an ID token of a provider, which must be exchanged first"
    }

    /// The project of `NAME@PROJECT.iam.gserviceaccount.com` and `PROJECT@appspot.gserviceaccount.com`; a project of a
    /// domain stands there as `PROJECT.example.com`.
    private static func project(ofAccount email: String) -> ProjectID? {
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let suffix = ".iam.gserviceaccount.com"
        if parts[1].hasSuffix(suffix) { return project(written: parts[1].dropLast(suffix.count)) }
        return parts[1] == "appspot.gserviceaccount.com" ? project(written: parts[0]) : nil
    }

    private static func project(written text: Substring) -> ProjectID? {
        guard let dot = text.firstIndex(of: ".") else { return try? ProjectID(String(text)) }
        return try? ProjectID("\(text[text.index(after: dot)...]):\(text[..<dot])")
    }

    private static func refusal(_ fault: String) -> FirebaseSessionError {
        FirebaseSessionError(
            .customTokenInvalid, "this cannot be signed in as a custom token: \(fault)",
            cure: "token-bridge explain tells what a token is, and every rule it breaks")
    }
}
