public import Cryptography
import CustomTokens
public import JOSE
import StrictJSON

/// A key that two implementations have probed and that may come into a ring.
public struct NewKey: Sendable {
    /// What is said of a key where its file does not say it.
    public struct Description: Sendable {
        /// The account; needed for everything but the key file of a service account.
        public var account: String?
        /// The account of the ring, where neither the file nor `account` names one.
        public var ringAccount: String?
        /// The project.
        public var projectID: String?
        /// The identifier by which the key is published.
        public var id: String?
        /// What opens the key where it is encrypted.
        public var passphrase: Passphrase?

        /// Says nothing.
        public init() {}
    }

    /// The identifier.
    public let id: String
    /// The account.
    public let account: String
    /// The project that Google will find for the account; nil where nothing tells.
    public let projectID: String?
    /// The certificate; nil where there is none.
    public let certificate: Certificate?
    /// What is odd about the key and worth telling the operator.
    public let warnings: [String]

    /// The text of its file: a secret.
    let text: [UInt8]
    let publicKey: PublicKey

    /// Takes a key from the contents of a file: the key file of a service account, PEM or PKCS#12.
    ///
    /// - Parameters:
    ///   - contents: The contents.
    ///   - description: What the file does not say.
    /// - Throws: `KeyRingError`, or `CustomTokenError` or `CryptographyError` that name what is wrong with the key.
    public init(importing contents: [UInt8], _ description: Description) throws {
        let trimmed = OuterBlanks.trimmed(contents)
        if PKCS12Archive.isLikely(contents) {
            let archive = try PKCS12Archive(opening: contents, passphrase: description.passphrase)
            try self.init(archive.privateKey, archive.certificate, description)
        } else if trimmed.first != 0x7B, description.account != nil || Self.holdsPEM(trimmed) {
            let key =
                if let passphrase = description.passphrase {
                    try RSAPrivateKey(parsing: contents, passphrase: passphrase)
                } else {
                    try RSAPrivateKey(parsing: contents)
                }
            try self.init(key, nil, description)
        } else {
            try self.init(keyFile: contents, description)
        }
    }

    /// Whether PEM begins in some line: before it there may be what OpenSSL says of it.
    private static func holdsPEM(_ text: [UInt8]) -> Bool {
        text.split(separator: 0x0A).contains { $0.starts(with: "-----BEGIN".utf8) }
    }

    private init(keyFile contents: [UInt8], _ description: Description) throws {
        let account = try ServiceAccount(parsing: contents)
        let file = try KeyFile(parsing: contents)
        if let wanted = description.account, !wanted.hasSameBytes(as: account.email) {
            throw KeyRingError(
                .accountForeign,
                "the key belongs to \(account.email.argumentExcerpt), not to \(wanted.argumentExcerpt)")
        }
        var known = Description()
        known.account = account.email
        known.projectID = account.projectID
        known.id = description.id ?? file.id
        try self.init(
            account.privateKey, file.certificate, known, expectedProject: description.projectID)
    }

    /// Makes a new key with a certificate of its own.
    ///
    /// - Parameters:
    ///   - bits: The length of the modulus.
    ///   - validity: From when to when the certificate is valid.
    ///   - description: The account and the project.
    ///   - random: What the serial number of the certificate is made of.
    /// - Returns: The key.
    /// - Throws: `KeyRingError`, `CustomTokenError` or `CryptographyError`.
    public static func generated(
        bits: Int, validity: ClosedRange<NumericDate>, _ description: Description, random: some RandomSource
    ) throws -> NewKey {
        let key = try RSAPrivateKey.generate(bits: bits)
        // The certificate can be read by strangers, so it names nobody.
        let certificate = try Certificate.selfSigned(by: key, commonName: "unused", validity: validity, random: random)
        return try NewKey(key, certificate, description)
    }

    private init(
        _ key: RSAPrivateKey, _ certificate: Certificate?, _ description: Description, expectedProject: String? = nil
    ) throws {
        guard let email = description.account ?? description.ringAccount else {
            throw KeyRingError(.accountUnknown, "the key does not say which account it belongs to")
        }
        _ = try ProbedSigningKey(probing: key)
        if let certificate, !certificate.isAbout(key.publicKey) {
            throw KeyRingError(.certificateUnusable, "the certificate beside the key is about another key")
        }
        id = try description.id ?? KeyIdentifier.made(for: key.publicKey)
        guard KeyIdentifier.isPossible(id) else {
            throw KeyRingError(.keyUnusable, "the identifier \(id.argumentExcerpt) cannot be one of a key")
        }
        text = try KeyFile.text(
            privateKey: key, id: id, email: email, projectID: description.projectID, certificate: certificate)
        let account = try ServiceAccount(parsing: text)
        self.account = account.email
        projectID = account.signingProjectID
        warnings = account.warnings
        self.certificate = certificate
        publicKey = key.publicKey
        try checkProject(expectedProject ?? description.projectID)
    }

    private func checkProject(_ expected: String?) throws(KeyRingError) {
        guard let expected, let projectID, !expected.hasSameBytes(as: projectID) else { return }
        throw KeyRingError(
            .projectForeign,
            "the key signs for the project \(projectID.argumentExcerpt), not for \(expected.argumentExcerpt)")
    }
}

extension NewKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The identifier, nothing of the secret.
    public var description: String { "the key \(id) (redacted)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
