import JOSE
import StrictJSON

/// A key of a service account, as IAM keeps it.
struct AccountKey: Sendable {
    enum Origin: String, Sendable {
        case google = "GOOGLE_PROVIDED"
        case user = "USER_PROVIDED"
    }

    enum Management: String, Sendable {
        case user = "USER_MANAGED"
        case system = "SYSTEM_MANAGED"
    }

    /// When the key was shown or taken away, in their order.
    struct Change: Sendable {
        let time: Int64
        let isShown: Bool
    }

    let keyID: String
    let certificate: KeyCertificate
    let origin: Origin
    let management: Management
    /// When it ends, in seconds since 1970.
    let validBefore: Int64
    var isDisabled = false
    var isDeleted = false
    var changes: [Change]

    /// Whether Google's servers know of the key: what is changed shows only some time later.
    func isPublished(at now: Int64, delay: Int64) -> Bool {
        guard now < validBefore else { return false }
        return changes.last { $0.time + delay <= now }?.isShown == true
    }

    /// The key of an account, which has a name, as JSON.
    func json(resource: String) -> JSONObject {
        .of([
            "name": .string("\(resource)/keys/\(keyID)"),
            "validAfterTime": .string(NumericDate(secondsSinceEpoch: certificate.notBefore).utc),
            "validBeforeTime": .string(NumericDate(secondsSinceEpoch: validBefore).utc),
            "keyAlgorithm": .string(algorithm), "keyOrigin": .string(origin.rawValue),
            "keyType": .string(management.rawValue), "disabled": isDisabled ? true : nil,
            "disableReason": isDisabled ? "SERVICE_ACCOUNT_KEY_DISABLE_REASON_USER_INITIATED" : nil,
        ])
    }

    private var algorithm: String {
        switch certificate.bits {
        case 1024: "KEY_ALG_RSA_1024"
        case 2048: "KEY_ALG_RSA_2048"
        case 4096: "KEY_ALG_RSA_4096"
        default: "KEY_ALG_UNSPECIFIED"
        }
    }
}

/// A service account, as IAM keeps it.
struct AccountRecord: Sendable {
    /// The most keys that an account may have beside Google's own; disabled and uploaded ones count.
    static let mostKeys = 10

    let email: String
    let projectID: String
    var keys: [AccountKey] = []
    /// Google's own key, which signs for those who have none.
    var systemKey: SandboxKey?

    /// The account as resources name it.
    var resource: String { "projects/\(projectID)/serviceAccounts/\(email)" }

    /// The keys that are not deleted.
    var livingKeys: [AccountKey] { keys.filter { !$0.isDeleted } }

    /// Whether there is no room for another key.
    var isFull: Bool {
        keys.count { !$0.isDeleted && $0.management == .user } >= Self.mostKeys
    }

    /// The place of a key that is not deleted.
    func index(of keyID: String) -> Int? {
        keys.firstIndex { !$0.isDeleted && $0.keyID.hasSameBytes(as: keyID) }
    }
}

/// An access token that was handed out.
struct GrantedAccess: Sendable {
    /// The account that it is of.
    let account: String
    let scopes: [String]
    let expiration: Int64

    /// Whether it has one of some scopes.
    func allows(_ wanted: [String]) -> Bool {
        scopes.contains { scope in wanted.contains { scope.hasSameBytes(as: "https://www.googleapis.com/auth/\($0)") } }
    }
}
