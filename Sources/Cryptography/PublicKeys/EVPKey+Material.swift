import COpenSSL
import JOSE

extension EVPKey {
    /// Makes OpenSSL's key from public numbers.
    convenience init(_ material: KeyMaterial) throws(CryptographyError) {
        switch material {
        case .rsa(let modulus, let exponent):
            do {
                try RSAKeyRules.check(modulus: modulus, exponent: exponent)
            } catch {
                throw CryptographyError(.keyWeak, error.reason)
            }
            try self.init(rsaModulus: modulus, exponent: exponent)
        case .ellipticCurve(let curve, let x, let y):
            try self.init(curve: curve, point: [0x04] + x + y)
        case .edwards(let curve, let publicKey):
            let type = curve == .ed25519 ? EVP_PKEY_ED25519 : EVP_PKEY_ED448
            guard let pointer = unsafe EVP_PKEY_new_raw_public_key(type, nil, publicKey, publicKey.count) else {
                throw OpenSSLErrorQueue.drained(.keyDamaged, "the numbers of the public key are impossible")
            }
            unsafe self.init(takingOwnershipOf: pointer)
        }
    }

    /// The numbers are checked by the rules of JOSE; OpenSSL's own check costs 3 ms, with which a hostile key set of a
    /// hundred keys would stop a server.
    private convenience init(rsaModulus modulus: [UInt8], exponent: [UInt8]) throws(CryptographyError) {
        let n = unsafe BN_bin2bn(modulus, Int32(modulus.count), nil)
        defer { unsafe BN_free(n) }
        let e = unsafe BN_bin2bn(exponent, Int32(exponent.count), nil)
        defer { unsafe BN_free(e) }
        try unsafe self.init(type: "RSA", parameters: bridge_rsa_parameters(n, e))
    }

    private convenience init(curve: EllipticCurve, point: [UInt8]) throws(CryptographyError) {
        try unsafe self.init(type: "EC", parameters: bridge_ec_parameters(curve.openSSLName, point, point.count))
        guard let check = unsafe EVP_PKEY_CTX_new_from_pkey(nil, pointer, nil) else {
            throw OpenSSLErrorQueue.drained(.libraryFailed, "there is no memory for a key")
        }
        defer { unsafe EVP_PKEY_CTX_free(check) }
        guard unsafe EVP_PKEY_public_check(check) == 1 else {
            throw OpenSSLErrorQueue.drained(.keyDamaged, "the point of the public key is not on its curve")
        }
    }

    /// Makes a public key and frees the parameters.
    private convenience init(
        type: String, parameters: UnsafeMutablePointer<OSSL_PARAM>?
    ) throws(CryptographyError) {
        guard let parameters = unsafe parameters else {
            throw OpenSSLErrorQueue.drained(.libraryFailed, "the numbers of a public key could not be passed on")
        }
        defer { unsafe OSSL_PARAM_free(parameters) }
        let context = unsafe EVP_PKEY_CTX_new_from_name(nil, type, nil)
        defer { unsafe EVP_PKEY_CTX_free(context) }
        var pointer: OpaquePointer?
        guard unsafe EVP_PKEY_fromdata_init(context) == 1,
            unsafe EVP_PKEY_fromdata(context, &pointer, bridge_evp_pkey_public_key_selection(), parameters) == 1,
            let pointer = unsafe pointer
        else { throw OpenSSLErrorQueue.drained(.keyDamaged, "the numbers of the public key are impossible") }
        unsafe self.init(takingOwnershipOf: pointer)
    }
}

extension EllipticCurve {
    /// The curve's name in OpenSSL.
    var openSSLName: String {
        switch self {
        case .p256: "prime256v1"
        case .p384: "secp384r1"
        case .p521: "secp521r1"
        }
    }

    /// The curve of a name in OpenSSL.
    init?(openSSLName name: String) {
        guard let curve = Self.allCases.first(where: { $0.openSSLName == name }) else { return nil }
        self = curve
    }
}
