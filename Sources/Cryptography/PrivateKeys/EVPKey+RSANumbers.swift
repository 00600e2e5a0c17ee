import COpenSSL

extension EVPKey {
    /// Whether the numbers of an RSA private key belong together (RFC 8017, section 3.2).
    ///
    /// A right signature does not tell: where the CRT numbers give a wrong one, OpenSSL makes it again from the private
    /// exponent, and where that is wrong, the CRT numbers hide it. Whether the primes are prime is left out, for
    /// OpenSSL's own check of that costs 40 ms, and 400 ms at 4096 bits.
    func rsaNumbersBelongTogether() throws(CryptographyError) -> Bool {
        // The macros for the last five names are put together by the preprocessor, which Swift does not see.
        let d = try SecretNumber(number(OSSL_PKEY_PARAM_RSA_D))
        let e = try SecretNumber(number(OSSL_PKEY_PARAM_RSA_E))
        let p = try SecretNumber(number("rsa-factor1"))
        let q = try SecretNumber(number("rsa-factor2"))
        let n = try SecretNumber(number(OSSL_PKEY_PARAM_RSA_N))
        let coefficient = try SecretNumber(number("rsa-coefficient1"))
        guard try p.isFactor(of: n, with: q), try q.hasProduct(1, with: coefficient, modulo: p) else { return false }
        for (prime, name) in [(p, "rsa-exponent1"), (q, "rsa-exponent2")] {
            let order = try prime.minusOne()
            let exponent = try SecretNumber(number(name))
            guard try e.hasProduct(1, with: d, modulo: order), try e.hasProduct(1, with: exponent, modulo: order) else {
                return false
            }
        }
        return true
    }
}

/// A number that is wiped when it is no longer needed.
@safe private final class SecretNumber {
    private let pointer: OpaquePointer

    init(_ bytes: consuming [UInt8]) throws(CryptographyError) {
        let wiped = WipedBytes(bytes)
        guard let pointer = unsafe BN_bin2bn(wiped.bytes, Int32(wiped.bytes.count), nil) else { throw Self.failure() }
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe BN_clear_free(pointer)
    }

    /// The number less one.
    func minusOne() throws(CryptographyError) -> SecretNumber {
        let copy = try SecretNumber([])
        guard unsafe BN_copy(copy.pointer, pointer) != nil, unsafe BN_sub_word(copy.pointer, 1) == 1 else {
            throw Self.failure()
        }
        return copy
    }

    /// Whether the number times another is a third.
    func isFactor(of product: SecretNumber, with other: SecretNumber) throws(CryptographyError) -> Bool {
        let result = try SecretNumber([])
        try unsafe Self.calculate { context in unsafe BN_mul(result.pointer, pointer, other.pointer, context) }
        return unsafe BN_cmp(result.pointer, product.pointer) == 0
    }

    /// Whether the number times another leaves a remainder.
    func hasProduct(
        _ remainder: UInt, with other: SecretNumber, modulo modulus: SecretNumber
    ) throws(CryptographyError) -> Bool {
        guard unsafe BN_is_zero(modulus.pointer) == 0 else { return false }
        let result = try SecretNumber([])
        try unsafe Self.calculate { context in
            unsafe BN_mod_mul(result.pointer, pointer, other.pointer, modulus.pointer, context)
        }
        return unsafe BN_is_word(result.pointer, remainder) == 1
    }

    private static func calculate(_ body: (OpaquePointer) -> Int32) throws(CryptographyError) {
        guard let context = unsafe BN_CTX_secure_new() else { throw failure() }
        defer { unsafe BN_CTX_free(context) }
        guard unsafe body(context) == 1 else { throw failure() }
    }

    private static func failure() -> CryptographyError {
        OpenSSLErrorQueue.drained(.libraryFailed, "the numbers of a private key could not be checked")
    }
}
