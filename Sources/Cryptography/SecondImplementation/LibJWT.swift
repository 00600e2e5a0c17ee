import CJWT
import Glibc
package import JOSE

/// libjwt 1.10, the independent second implementation.
///
/// It decides nothing alone.
///
/// Measured: it accepts HS256 keyed with a public PEM, anything where there is no key, bad base64 and unknown `crit`,
/// and checks no time. So `verify` hands it only what the rules of JOSE have accepted, pinned to RS256.
package enum LibJWT: Sendable {
    /// A token made by libjwt alone.
    ///
    /// - Parameters:
    ///   - claims: A JSON object.
    ///   - privateKeyPEM: An unencrypted private key; libjwt would ask the terminal for the passphrase of another.
    /// - Returns: The token.
    /// - Throws: `CryptographyError` with code `keyProbeFailed`.
    static func encodeRS256(claims: String, privateKeyPEM: [UInt8]) throws(CryptographyError) -> [UInt8] {
        try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> [UInt8] in
            try encode(claims, privateKeyPEM)
        }
    }

    private static func encode(_ claims: String, _ privateKeyPEM: [UInt8]) throws(CryptographyError) -> [UInt8] {
        var token: OpaquePointer?
        guard unsafe jwt_new(&token) == 0, let token = unsafe token else { throw failed("made no token") }
        defer { unsafe jwt_free(token) }
        guard unsafe jwt_add_grants_json(token, claims) == 0 else { throw failed("took no claims") }
        guard unsafe jwt_set_alg(token, JWT_ALG_RS256, privateKeyPEM, Int32(privateKeyPEM.count)) == 0 else {
            throw failed("did not take the private key")
        }
        guard let text = unsafe jwt_encode_str(token) else { throw failed("could not sign with the private key") }
        defer { unsafe free(text) }
        return unsafe [UInt8](UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }

    /// Returns if libjwt finds the signature of a token right.
    ///
    /// - Parameters:
    ///   - token: A token that our own rules have taken apart without an objection.
    ///   - publicKeyPEM: The public key.
    /// - Throws: `CryptographyError` with code `keyProbeFailed`.
    package static func verifyRS256(_ token: CompactJWS, publicKeyPEM: [UInt8]) throws(CryptographyError) {
        guard token.unverifiedHeader.algorithm == .rs256, !publicKeyPEM.isEmpty else {
            throw failed("is asked about RS256 only")
        }
        try OpenSSLErrorQueue.isolated { () throws(CryptographyError) -> Void in
            try decode(token.serialized + [0], publicKeyPEM: publicKeyPEM)
        }
    }

    private static func decode(_ text: [UInt8], publicKeyPEM: [UInt8]) throws(CryptographyError) {
        var decoded: OpaquePointer?
        let result = unsafe text.withUnsafeBytes { buffer in
            unsafe jwt_decode(
                &decoded, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), publicKeyPEM,
                Int32(publicKeyPEM.count))
        }
        guard result == 0, let decoded = unsafe decoded else { throw failed("finds the signature wrong") }
        defer { unsafe jwt_free(decoded) }
        guard unsafe jwt_get_alg(decoded) == JWT_ALG_RS256 else { throw failed("read another algorithm") }
    }

    private static func failed(_ what: String) -> CryptographyError {
        CryptographyError(.keyProbeFailed, "libjwt, the second implementation, \(what)")
    }
}
