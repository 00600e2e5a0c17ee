import COpenSSL
import JOSE

extension SignatureAlgorithm {
    /// The hash function in OpenSSL; nil for EdDSA, which hashes by itself.
    ///
    /// The value is static in the library.
    @safe var openSSLHash: OpaquePointer? {
        switch self {
        case .rs256, .ps256, .es256, .hs256: unsafe EVP_sha256()
        case .rs384, .ps384, .es384, .hs384: unsafe EVP_sha384()
        case .rs512, .ps512, .es512, .hs512: unsafe EVP_sha512()
        case .edDSA: nil
        }
    }

    /// Whether the signature has the padding of RSASSA-PSS.
    var isPSS: Bool {
        switch self {
        case .ps256, .ps384, .ps512: true
        case .rs256, .rs384, .rs512, .es256, .es384, .es512, .edDSA, .hs256, .hs384, .hs512: false
        }
    }
}
