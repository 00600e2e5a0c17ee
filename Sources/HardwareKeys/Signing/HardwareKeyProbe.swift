import Cryptography
import JOSE

/// The probe without which no key in a token may sign.
enum HardwareKeyProbe: Sendable {
    /// Signs a token that means nothing; two independent implementations must find the signature right.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - publicKey: Its public half, as the token tells it.
    /// - Throws: `HardwareKeyError` with code `keyProbeFailed`, or why the token does not sign.
    static func probe(_ key: OpenKey, _ publicKey: PublicKey) throws(HardwareKeyError) {
        var token = [UInt8](Base64URL.encode(#"{"alg":"RS256","typ":"JWT"}"#.utf8).utf8)
        token.append(UInt8(ascii: "."))
        Base64URL.append(#"{"probe":"pkcs11"}"#.utf8, to: &token)
        let input = try HardwareSigningInput(token)
        let signature = try PKCS11Fault.told { () throws(PKCS11Fault) in try key.signature(over: input) }
        do throws(JOSEError) {
            try publicKey.verify(signature, over: token, algorithm: .rs256)
        } catch {
            throw failed("OpenSSL finds its signature wrong: the private key does not belong to the public half")
        }
        token.append(UInt8(ascii: "."))
        Base64URL.append(signature, to: &token)
        do {
            try LibJWT.verifyRS256(CompactJWS(parsing: token), publicKeyPEM: publicKey.pem())
        } catch {
            throw failed("libjwt, the second implementation, finds its signature wrong")
        }
    }

    private static func failed(_ what: String) -> HardwareKeyError {
        HardwareKeyError(.keyProbeFailed, "the key in the token was probed and must not sign: \(what)")
    }
}
