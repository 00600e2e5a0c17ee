public import Cryptography
import StrictJSON

/// A service account with its private key, as Google's key file holds it.
public struct ServiceAccount: Sendable {
    /// The account's e-mail address: issuer and subject of its custom tokens.
    public let email: String
    /// The project the key file names.
    public let projectID: String?
    /// The identifier of the key, 40 hexadecimal digits in Google's files.
    public let privateKeyID: String?
    /// The private key.
    public let privateKey: RSAPrivateKey
    /// What is odd about the account and worth telling the operator.
    public internal(set) var warnings: [String]

    /// Puts an account together from a private key and an address.
    ///
    /// - Parameters:
    ///   - privateKeyText: The private key in PEM.
    ///   - email: The account's address.
    /// - Throws: `CustomTokenError` with code `emailInvalid` or `keyUnavailable`, or `serviceAccountWrongKind` for JSON:
    ///   its key belongs to the account that stands beside it.
    public init(privateKeyText: [UInt8], email: String) throws(CustomTokenError) {
        guard OuterBlanks.trimmed(privateKeyText).first != UInt8(ascii: "{") else {
            throw CustomTokenError(
                .serviceAccountWrongKind,
                "this is JSON where a private key in PEM is needed; give it as a service-account key")
        }
        try self.init(
            email: email, projectID: nil, privateKeyID: nil, privateKeyText: privateKeyText, subject: "the private key")
    }

    init(
        email: String, projectID: String?, privateKeyID: String?, privateKeyText: [UInt8], subject: String
    ) throws(CustomTokenError) {
        try AccountEmail.check(email)
        do {
            privateKey = try RSAPrivateKey(parsing: privateKeyText)
        } catch {
            throw CustomTokenError(subject, unusable: error)
        }
        self.email = email
        self.projectID = projectID
        self.privateKeyID = privateKeyID
        warnings = Self.warnings(email: email, projectID: projectID)
    }

    /// The project that Google will find for the account's tokens: by the address where it tells, else by the file.
    public var signingProjectID: String? {
        AccountEmail.project(in: email) ?? projectID
    }

    private static func warnings(email: String, projectID: String?) -> [String] {
        if !AccountEmail.isServiceAccount(email) {
            return ["\(email.quotedExcerpt) does not look like a service account: Google will not know it as an issuer"]
        }
        guard let projectID, let other = AccountEmail.project(in: email), !other.hasSameBytes(as: projectID) else {
            return []
        }
        return [
            "the key file names the project \(projectID.quotedExcerpt), but the account \(email.quotedExcerpt)"
                + " belongs to \(other.quotedExcerpt)"
        ]
    }
}
