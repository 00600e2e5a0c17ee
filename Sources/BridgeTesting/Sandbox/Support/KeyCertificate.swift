import Cryptography
import JOSE

/// An X.509 certificate that wraps an RSA key, as Google keeps keys of accounts.
struct KeyCertificate: Sendable {
    /// The certificate as PEM.
    let pem: String
    /// The key in it.
    let publicKey: PublicKey
    /// The number of bits of the key.
    let bits: Int
    /// The first second in which it is valid, in seconds since 1970.
    let notBefore: Int64
    /// The last.
    let notAfter: Int64

    /// Reads a certificate.
    ///
    /// - Throws: `SandboxError` with code `certificateInvalid`.
    init(parsing pem: [UInt8]) throws(SandboxError) {
        let certificate: Certificate
        do throws(CryptographyError) {
            certificate = try Certificate(parsing: pem)
        } catch {
            throw SandboxError(.certificateInvalid, "this is no X.509 certificate in PEM: \(error.reason)")
        }
        try self.init(certificate, pem: pem)
    }

    /// Makes a certificate that a key signs for itself.
    ///
    /// - Parameters:
    ///   - key: The key, an RSA key.
    ///   - commonName: The name of its subject.
    ///   - notBefore: The first second in which it is valid.
    ///   - notAfter: The last.
    ///   - random: What the serial number is made of.
    /// - Throws: `SandboxError` with code `failed`.
    init(
        selfSignedBy key: SandboxKey, commonName: String, notBefore: Int64, notAfter: Int64, random: any RandomSource
    ) throws(SandboxError) {
        let validity = NumericDate(secondsSinceEpoch: notBefore)...NumericDate(secondsSinceEpoch: notAfter)
        let certificate = try key.certificate(commonName: commonName, validity: validity, random: random)
        let pem: [UInt8]
        do throws(CryptographyError) {
            pem = try certificate.pem()
        } catch {
            throw SandboxError(error)
        }
        try self.init(certificate, pem: pem)
    }

    private init(_ certificate: Certificate, pem: [UInt8]) throws(SandboxError) {
        // What the upload demands; before it there were no extensions.
        guard certificate.version == 3 else {
            throw SandboxError(.certificateInvalid, "it is of version \(certificate.version), not 3")
        }
        guard case .rsa(let modulus, _) = certificate.publicKey.material else {
            throw SandboxError(.certificateInvalid, "the certificate's key is no RSA key")
        }
        publicKey = certificate.publicKey
        bits = RSAKeyRules.bitCount(modulus)
        self.pem = String(decoding: pem, as: UTF8.self)
        (notBefore, notAfter) = (
            certificate.validity.lowerBound.secondsSinceEpoch, certificate.validity.upperBound.secondsSinceEpoch
        )
    }
}
