import COpenSSL
import JOSE

extension PublicKey {
    /// Reads a public key from PEM: SubjectPublicKeyInfo or an X.509 certificate.
    ///
    /// Of a certificate only the key is taken; neither its signature nor its dates are checked.
    ///
    /// - Parameter text: The PEM text.
    /// - Throws: `CryptographyError` that names what the text is instead.
    public init(parsing text: [UInt8]) throws(CryptographyError) {
        guard text.count <= PrivateKeyText.maximumBytes, let text = String(validating: text, as: UTF8.self) else {
            throw CryptographyError(.keyNotText, "the public key or certificate is not PEM text")
        }
        let blocks = PEMBlock.blocks(in: text)
        guard let block = blocks.first else {
            throw CryptographyError(
                .keyMarkersMissing, "there is no public key or certificate: the BEGIN line is missing")
        }
        guard blocks.count == 1 else {
            throw CryptographyError(.keyAmbiguous, "there are \(blocks.count) keys or certificates in one text")
        }
        try self.init(KeyMaterial(block))
    }
}

extension KeyMaterial {
    init(_ block: PEMBlock) throws(CryptographyError) {
        switch block.label {
        case "PUBLIC KEY": self = try Self.subjectPublicKeyInfo(block.bytes(of: "public key"))
        case "CERTIFICATE", "X509 CERTIFICATE": self = try Self.certificate(block.bytes(of: "certificate"))
        case let label where label.hasSuffix("PRIVATE KEY"):
            throw CryptographyError(.keyIsPrivate, "this is a private key where a public key or certificate is needed")
        default:
            throw CryptographyError(.keyKindNotSupported, "the PEM text holds neither a public key nor a certificate")
        }
    }

    private static func subjectPublicKeyInfo(_ der: [UInt8]) throws(CryptographyError) -> KeyMaterial {
        try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> KeyMaterial in
            var isWhole = false
            let pointer = unsafe der.withUnsafeBufferPointer { buffer in
                var start = buffer.baseAddress
                let pointer = unsafe d2i_PUBKEY(nil, &start, buffer.count)
                isWhole = unsafe start == buffer.baseAddress?.advanced(by: buffer.count)
                return unsafe pointer
            }
            guard let pointer = unsafe pointer else {
                throw OpenSSLErrorQueue.drained(.keyDamaged, "the public key cannot be read")
            }
            let key = unsafe EVPKey(takingOwnershipOf: pointer)
            guard isWhole else { throw CryptographyError(.keyDamaged, "there are bytes after the public key") }
            return try key.material()
        }
    }

    private static func certificate(_ der: [UInt8]) throws(CryptographyError) -> KeyMaterial {
        try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> KeyMaterial in
            var isWhole = false
            let certificate = unsafe der.withUnsafeBufferPointer { buffer in
                var start = buffer.baseAddress
                let certificate = unsafe d2i_X509(nil, &start, buffer.count)
                isWhole = unsafe start == buffer.baseAddress?.advanced(by: buffer.count)
                return unsafe certificate
            }
            defer { unsafe X509_free(certificate) }
            guard let certificate = unsafe certificate, let pointer = unsafe X509_get_pubkey(certificate) else {
                throw OpenSSLErrorQueue.drained(.certificateMalformed, "the certificate cannot be read")
            }
            let key = unsafe EVPKey(takingOwnershipOf: pointer)
            guard isWhole else {
                throw CryptographyError(.certificateMalformed, "there are bytes after the certificate")
            }
            return try key.material()
        }
    }
}

extension EVPKey {
    /// The public numbers of the key.
    func material() throws(CryptographyError) -> KeyMaterial {
        switch typeName {
        case "RSA":
            return .rsa(modulus: try number(OSSL_PKEY_PARAM_RSA_N), exponent: try number(OSSL_PKEY_PARAM_RSA_E))
        case "EC":
            guard let curve = EllipticCurve(openSSLName: groupName) else {
                throw CryptographyError(.keyKindNotSupported, "the curve of the EC key is not supported")
            }
            let count = curve.coordinateBytes
            return .ellipticCurve(
                curve, x: try number(OSSL_PKEY_PARAM_EC_PUB_X, count: count),
                y: try number(OSSL_PKEY_PARAM_EC_PUB_Y, count: count))
        case "ED25519": return .edwards(.ed25519, publicKey: try rawPublicKey())
        case "ED448": return .edwards(.ed448, publicKey: try rawPublicKey())
        case let name:
            throw CryptographyError(.keyKindNotSupported, "keys of the type \(name) are not supported")
        }
    }

    private func rawPublicKey() throws(CryptographyError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 64)
        var count = bytes.count
        guard unsafe EVP_PKEY_get_raw_public_key(pointer, &bytes, &count) == 1 else {
            throw OpenSSLErrorQueue.drained(.keyDamaged, "the public key cannot be read")
        }
        return [UInt8](bytes.prefix(count))
    }
}
