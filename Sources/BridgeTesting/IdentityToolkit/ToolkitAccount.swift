import JOSE
import StrictJSON

/// The place of an account: uids of different tenants have nothing to do with each other.
struct ToolkitPlace: Sendable, Hashable {
    let tenant: TextKey?
    let uid: TextKey

    init(_ uid: String, tenant: String?) {
        self.tenant = tenant.map { TextKey($0) }
        self.uid = TextKey(uid)
    }
}

/// An account of a Firebase project.
struct ToolkitAccount: Sendable {
    /// An account at a provider that is linked to it.
    struct LinkedProvider: Sendable {
        let providerID: String
        let rawID: String
        let email: String?
        let displayName: String?
        let photoURL: String?
    }

    let uid: String
    let tenant: String?
    /// When it was made, in seconds since 1970.
    let creation: Int64
    /// Sign-ins before this second are revoked.
    var validSince: Int64
    var lastLogin: Int64?
    var lastRefresh: Int64?
    var isDisabled = false
    var isCustom = false
    var hasSecondFactor = false
    var email: String?
    var isEmailVerified = false
    var displayName: String?
    var photoURL: String?
    var phoneNumber: String?
    var hasPassword = false
    /// The account claims as they were set: JSON text.
    var customAttributes: String?
    var providers: [LinkedProvider] = []

    init(uid: String, tenant: String?, now: Int64) {
        self.uid = uid
        self.tenant = tenant
        creation = now
        validSince = now
    }

    /// The account claims.
    var claims: JSONObject {
        customAttributes.flatMap { try? JSONObject(parsing: [UInt8]($0.utf8), limits: .token) } ?? JSONObject()
    }

    /// What every second factor here is known by.
    static let secondFactorID = "sandbox-factor"

    /// The account as `accounts:lookup` shows it.
    var json: JSONObject {
        .of([
            "localId": .string(uid), "email": email.map { .string($0) },
            "emailVerified": email == nil ? nil : .bool(isEmailVerified),
            "displayName": displayName.map { .string($0) },
            "photoUrl": photoURL.map { .string($0) }, "phoneNumber": phoneNumber.map { .string($0) },
            "passwordHash": hasPassword ? "UkVEQUNURUQ=" : nil,
            "providerUserInfo": providers.isEmpty ? nil : .array(providers.map { .object($0.json) }),
            "validSince": .string(String(validSince)), "disabled": isDisabled ? true : nil,
            "lastLoginAt": lastLogin.map { .string("\($0)000") }, "createdAt": .string("\(creation)000"),
            "lastRefreshAt": lastRefresh.map { .string(NumericDate(secondsSinceEpoch: $0).utc) },
            "customAuth": isCustom ? true : nil, "customAttributes": customAttributes.map { .string($0) },
            "tenantId": tenant.map { .string($0) },
            "mfaInfo": hasSecondFactor ? .array([.object(Self.secondFactor(enrolledAt: creation))]) : nil,
        ])
    }

    private static func secondFactor(enrolledAt time: Int64) -> JSONObject {
        .of([
            "mfaEnrollmentId": .string(secondFactorID), "displayName": "authenticator",
            "enrolledAt": .string(NumericDate(secondsSinceEpoch: time).utc), "totpInfo": .object(JSONObject()),
        ])
    }
}

extension ToolkitAccount.LinkedProvider {
    fileprivate var json: JSONObject {
        .of([
            "providerId": .string(providerID), "rawId": .string(rawID), "federatedId": .string(rawID),
            "email": email.map { .string($0) }, "displayName": displayName.map { .string($0) },
            "photoUrl": photoURL.map { .string($0) },
        ])
    }
}

/// A session: what its refresh token stands for.
struct ToolkitSession: Sendable {
    let place: ToolkitPlace
    let tenant: String?
    /// The developer claims of the custom token, which live as long as the session.
    let claims: JSONObject
    let authenticationTime: Int64
}
