import COpenSSL
public import JOSE

/// An X.509 certificate: a public key, and from when to when it is valid.
///
/// Nothing of it is verified: it is what a key is wrapped in when it is published, no proof of anything.
public struct Certificate: Sendable {
    /// The certificate in DER.
    public let der: [UInt8]
    /// The version of its form: 1, or 3 with extensions (RFC 5280, section 4.1.2.1).
    public let version: Int
    /// The key that it is about.
    public let publicKey: PublicKey
    /// From when to when it says that it is valid.
    public let validity: ClosedRange<NumericDate>

    /// Reads a certificate from PEM.
    ///
    /// - Parameter text: The PEM text; nothing but one certificate may be in it.
    /// - Throws: `CryptographyError` that names what the text is instead.
    public init(parsing text: [UInt8]) throws(CryptographyError) {
        guard text.count <= PrivateKeyText.maximumBytes, let text = String(validating: text, as: UTF8.self) else {
            throw CryptographyError(.keyNotText, "the certificate is not PEM text")
        }
        let blocks = PEMBlock.blocks(in: text)
        guard let block = blocks.first, ["CERTIFICATE", "X509 CERTIFICATE"].contains(block.label) else {
            throw CryptographyError(.certificateMalformed, "there is no certificate: its BEGIN line is missing")
        }
        guard blocks.count == 1 else {
            throw CryptographyError(.keyAmbiguous, "there are \(blocks.count) keys or certificates in one text")
        }
        let der = try block.bytes(of: "certificate")
        self = try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> Certificate in
            try Certificate(X509Structure(der: der))
        }
    }

    init(_ structure: X509Structure) throws(CryptographyError) {
        der = try structure.der()
        version = unsafe X509_get_version(structure.pointer) + 1
        publicKey = try structure.publicKey()
        validity = try structure.validity()
    }

    /// Makes a certificate that a key signs about itself.
    ///
    /// It is made as `openssl req -x509` makes it, which is what Google documents for uploading a key: version 3, one
    /// name, SHA-256.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - commonName: The one name; strangers can read it.
    ///   - validity: From when to when it is valid.
    ///   - random: What the serial number is made of.
    /// - Returns: The certificate.
    /// - Throws: `CryptographyError` with code `libraryFailed`.
    public static func selfSigned(
        by key: RSAPrivateKey, commonName: String, validity: ClosedRange<NumericDate>, random: some RandomSource
    ) throws(CryptographyError) -> Certificate {
        let serial = try SelfSignedCertificate.serialNumber(random)
        return try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> Certificate in
            let draft = try SelfSignedCertificate(key.evpKey)
            try draft.set(serialNumber: serial)
            try draft.set(validity)
            try draft.set(commonName: commonName)
            try draft.addExtensions()
            return try Certificate(draft.signed())
        }
    }

    /// The certificate in PEM.
    ///
    /// - Returns: The text, which ends with a line break.
    public func pem() throws(CryptographyError) -> [UInt8] {
        try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> [UInt8] in
            let structure = try X509Structure(der: der)
            return try unsafe MemoryBIO.bytes("the certificate could not be written") { bio in
                unsafe PEM_write_bio_X509(bio, structure.pointer)
            }
        }
    }

    /// Whether the certificate is about a key.
    ///
    /// - Parameter key: The public half of the key.
    /// - Returns: Whether it is.
    public func isAbout(_ key: PublicKey) -> Bool {
        publicKey.material == key.material
    }
}
