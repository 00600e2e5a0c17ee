import JOSE
import StrictJSON

/// What a text that is given as a token is.
public enum TokenKind: String, Sendable, CaseIterable {
    /// Nothing.
    case empty
    /// A custom token.
    case customToken = "custom_token"
    /// An unsigned custom token for the emulator.
    case emulatorCustomToken = "emulator_custom_token"
    /// A custom token of the time before 2016, signed with a database secret.
    case legacyCustomToken = "legacy_custom_token"
    /// A Firebase ID token.
    case firebaseIDToken = "firebase_id_token"
    /// A Firebase session cookie.
    case firebaseSessionCookie = "firebase_session_cookie"
    /// An assertion for Google's token endpoint (RFC 7523).
    case googleAssertion = "google_assertion"
    /// An access token in the form of RFC 9068.
    case accessToken = "jwt_access_token"
    /// An ID token of some provider.
    case providerIDToken = "provider_id_token"
    /// Some other JWT.
    case otherJWT = "other_jwt"
    /// An encrypted token.
    case encrypted = "jwe"
    /// JSON text.
    case json
    /// Text without dots, as opaque access tokens are.
    case opaque
    /// Something else.
    case unrecognized

    /// What it is, in a sentence.
    public var sentence: String {
        switch self {
        case .empty: "there is no token"
        case .customToken: "this is a custom token"
        case .emulatorCustomToken: "this is an unsigned custom token, which only the Firebase Auth emulator accepts"
        case .legacyCustomToken: "this is a legacy custom token signed with a database secret"
        case .firebaseIDToken: "this is a Firebase ID token: the sign-in has already happened"
        case .firebaseSessionCookie: "this is a Firebase session cookie: the sign-in has already happened"
        case .googleAssertion: "this is an assertion for Google's OAuth token endpoint, not a custom token"
        case .accessToken: "this is a JWT access token, not a custom token"
        case .providerIDToken: "this is an ID token of a provider, which must be exchanged for a custom token first"
        case .otherJWT: "this is a JWT of another kind, not a custom token"
        case .encrypted: "this is an encrypted token (JWE)"
        case .json: "this is JSON text, not a token"
        case .opaque: "this is not a JWT; it looks like an opaque access token"
        case .unrecognized: "this is not a JWT"
        }
    }

    init(_ token: UnverifiedToken) {
        switch token.shape {
        case .empty: self = .empty
        case .compactJWE: self = .encrypted
        case .json: self = .json
        case .opaque: self = .opaque
        case .withScheme, .withBlanks, .dotted: self = .unrecognized
        case .compactJWS:
            guard let payload = token.payload else {
                self = token.header == nil ? .unrecognized : .otherJWT
                return
            }
            self = Self.kind(header: token.header, payload: payload)
        }
    }

    private static func kind(header: JSONObject?, payload: JSONObject) -> TokenKind {
        let issuer = payload["iss"]?.string ?? ""
        let type = header?["typ"]?.string?.lowercased() ?? ""
        if type == "at+jwt" || type == "application/at+jwt" { return .accessToken }
        if issuer.hasPrefix("https://securetoken.google.com/") { return .firebaseIDToken }
        if issuer.hasPrefix("https://session.firebase.google.com/") { return .firebaseSessionCookie }
        if payload["v"] == 0, payload["d"]?.object != nil { return .legacyCustomToken }
        let audience = payload["aud"]?.string ?? ""
        if audience.hasSameBytes(as: CustomTokenPayload.audience) {
            return header?["alg"] == "none" ? .emulatorCustomToken : .customToken
        }
        if ["https://oauth2.googleapis.com/token", "https://accounts.google.com/o/oauth2/token"].contains(audience) {
            return .googleAssertion
        }
        if payload["uid"] != nil { return .customToken }
        if issuer.hasPrefix("https://") || issuer.hasPrefix("http://") || issuer == "accounts.google.com",
            payload["sub"]?.string != nil, payload["aud"] != nil
        {
            return .providerIDToken
        }
        return .otherJWT
    }
}
