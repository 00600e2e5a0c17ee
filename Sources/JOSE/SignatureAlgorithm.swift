import StrictJSON

/// A signature algorithm of JWS (RFC 7518, section 3.1, and RFC 8037).
///
/// There is no case for `none`.
public enum SignatureAlgorithm: String, Sendable, CaseIterable {
    /// RSASSA-PKCS1-v1_5 with SHA-256.
    case rs256 = "RS256"
    /// RSASSA-PKCS1-v1_5 with SHA-384.
    case rs384 = "RS384"
    /// RSASSA-PKCS1-v1_5 with SHA-512.
    case rs512 = "RS512"
    /// RSASSA-PSS with SHA-256, MGF1 with SHA-256 and a salt of 32 bytes.
    case ps256 = "PS256"
    /// RSASSA-PSS with SHA-384, MGF1 with SHA-384 and a salt of 48 bytes.
    case ps384 = "PS384"
    /// RSASSA-PSS with SHA-512, MGF1 with SHA-512 and a salt of 64 bytes.
    case ps512 = "PS512"
    /// ECDSA on P-256 with SHA-256.
    case es256 = "ES256"
    /// ECDSA on P-384 with SHA-384.
    case es384 = "ES384"
    /// ECDSA on P-521 with SHA-512.
    case es512 = "ES512"
    /// Ed25519 or Ed448, as the key says.
    case edDSA = "EdDSA"
    /// HMAC with SHA-256; only with a secret that the caller configured.
    case hs256 = "HS256"
    /// HMAC with SHA-384; only with a secret that the caller configured.
    case hs384 = "HS384"
    /// HMAC with SHA-512; only with a secret that the caller configured.
    case hs512 = "HS512"
}

extension SignatureAlgorithm {
    /// The algorithm whose name is the same bytes.
    ///
    /// The general initializer of this shape is not specialised in another module: ten times slower, for each token.
    package init?(exactly name: String) {
        guard let algorithm = Self.all.first(where: { $0.rawValue.hasSameBytes(as: name) }) else { return nil }
        self = algorithm
    }

    private static let all = allCases
}
