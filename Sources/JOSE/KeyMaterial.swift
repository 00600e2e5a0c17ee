/// The public numbers of a key, big-endian, held to the rules that need no arithmetic on curves.
public enum KeyMaterial: Sendable, Equatable {
    /// An RSA key.
    case rsa(modulus: [UInt8], exponent: [UInt8])
    /// A point on a NIST curve; both coordinates have the curve's full length.
    case ellipticCurve(EllipticCurve, x: [UInt8], y: [UInt8])
    /// A key of RFC 8037.
    case edwards(EdwardsCurve, publicKey: [UInt8])
}

/// A curve of RFC 7518, section 6.2.1.1.
public enum EllipticCurve: String, Sendable, CaseIterable {
    /// NIST P-256.
    case p256 = "P-256"
    /// NIST P-384.
    case p384 = "P-384"
    /// NIST P-521.
    case p521 = "P-521"

    /// The length of a coordinate, in bytes.
    public var coordinateBytes: Int {
        switch self {
        case .p256: 32
        case .p384: 48
        case .p521: 66
        }
    }

    /// The one algorithm that goes with the curve (RFC 7518, section 3.4).
    public var algorithm: SignatureAlgorithm {
        switch self {
        case .p256: .es256
        case .p384: .es384
        case .p521: .es512
        }
    }
}

/// A curve of RFC 8037.
public enum EdwardsCurve: String, Sendable, CaseIterable {
    /// Edwards25519.
    case ed25519 = "Ed25519"
    /// Edwards448.
    case ed448 = "Ed448"

    /// The length of a public key, in bytes.
    public var publicKeyBytes: Int {
        switch self {
        case .ed25519: 32
        case .ed448: 57
        }
    }

    /// The length of a signature, in bytes.
    public var signatureBytes: Int { publicKeyBytes * 2 }
}

extension KeyMaterial {
    /// The algorithms that fit the key.
    public var algorithms: Set<SignatureAlgorithm> {
        switch self {
        case .rsa: [.rs256, .rs384, .rs512, .ps256, .ps384, .ps512]
        case .ellipticCurve(let curve, _, _): [curve.algorithm]
        case .edwards: [.edDSA]
        }
    }
}
