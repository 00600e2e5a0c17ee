import COpenSSL
import JOSE

/// A certificate that is being put together, for a key to sign about itself.
struct SelfSignedCertificate {
    private static let action = "the certificate could not be made"

    private let structure: X509Structure
    private let key: EVPKey

    init(_ key: EVPKey) throws(CryptographyError) {
        structure = try X509Structure()
        self.key = key
        // Versions are counted from 0.
        guard unsafe X509_set_version(structure.pointer, 2) == 1,
            unsafe X509_set_pubkey(structure.pointer, key.pointer) == 1
        else { throw OpenSSLErrorQueue.drained(.libraryFailed, Self.action) }
    }

    /// Sixteen bytes that nobody guesses and that are a positive number (RFC 5280, section 4.1.2.2).
    static func serialNumber(_ random: some RandomSource) throws(CryptographyError) -> [UInt8] {
        var bytes = try random.bytes(count: 16)
        guard bytes.count == 16 else { throw CryptographyError(.libraryFailed, action) }
        bytes[0] = bytes[0] & 0x3F | 0x40
        return bytes
    }

    func set(serialNumber: [UInt8]) throws(CryptographyError) {
        let number = unsafe BN_bin2bn(serialNumber, Int32(serialNumber.count), nil)
        defer { unsafe BN_free(number) }
        guard let number = unsafe number, let field = unsafe X509_get_serialNumber(structure.pointer),
            unsafe BN_to_ASN1_INTEGER(number, field) != nil
        else { throw OpenSSLErrorQueue.drained(.libraryFailed, Self.action) }
    }

    func set(_ validity: ClosedRange<NumericDate>) throws(CryptographyError) {
        let start = unsafe ASN1_TIME_set(nil, time_t(validity.lowerBound.secondsSinceEpoch))
        let end = unsafe ASN1_TIME_set(nil, time_t(validity.upperBound.secondsSinceEpoch))
        defer {
            unsafe ASN1_TIME_free(start)
            unsafe ASN1_TIME_free(end)
        }
        guard unsafe start != nil, unsafe end != nil,
            unsafe X509_set1_notBefore(structure.pointer, start) == 1,
            unsafe X509_set1_notAfter(structure.pointer, end) == 1
        else { throw OpenSSLErrorQueue.drained(.libraryFailed, Self.action) }
    }

    func set(commonName: String) throws(CryptographyError) {
        let text = [UInt8](commonName.utf8)
        guard let name = unsafe X509_get_subject_name(structure.pointer),
            unsafe X509_NAME_add_entry_by_NID(name, NID_commonName, MBSTRING_UTF8, text, Int32(text.count), -1, 0) == 1,
            unsafe X509_set_issuer_name(structure.pointer, name) == 1
        else { throw OpenSSLErrorQueue.drained(.libraryFailed, Self.action) }
    }

    /// The three that `openssl req -x509` adds.
    func addExtensions() throws(CryptographyError) {
        var context = unsafe X509V3_CTX()
        unsafe X509V3_set_ctx(&context, structure.pointer, structure.pointer, nil, nil, 0)
        let extensions = [
            (NID_subject_key_identifier, "hash"), (NID_authority_key_identifier, "keyid:always"),
            (NID_basic_constraints, "critical,CA:TRUE"),
        ]
        for (identifier, value) in extensions {
            let made = unsafe X509V3_EXT_conf_nid(nil, &context, identifier, value)
            defer { unsafe X509_EXTENSION_free(made) }
            guard let made = unsafe made, unsafe X509_add_ext(structure.pointer, made, -1) == 1 else {
                throw OpenSSLErrorQueue.drained(.libraryFailed, Self.action)
            }
        }
    }

    func signed() throws(CryptographyError) -> X509Structure {
        guard unsafe X509_sign(structure.pointer, key.pointer, EVP_sha256()) > 0 else {
            throw OpenSSLErrorQueue.drained(.libraryFailed, Self.action)
        }
        return structure
    }
}
