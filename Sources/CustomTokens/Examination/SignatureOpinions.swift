import Cryptography
import JOSE

/// What two independent implementations say of a signature.
public struct SignatureOpinions: Sendable {
    /// What one of them says.
    public enum Opinion: String, Sendable {
        /// The signature is right.
        case valid
        /// The signature is not right.
        case invalid
        /// It was not asked: the token breaks a rule that comes before.
        case notAsked = "not_asked"
    }

    /// What OpenSSL says.
    public let openSSL: Opinion
    /// What libjwt says.
    public let libJWT: Opinion

    /// Both must say that the signature is right.
    var isProven: Bool { openSSL == .valid && libJWT == .valid }

    init(openSSL: Opinion, libJWT: Opinion) {
        self.openSSL = openSSL
        self.libJWT = libJWT
    }

    init(on token: CompactJWS?, key: PublicKey) {
        guard let token, token.unverifiedHeader.algorithm == .rs256, token.unverifiedHeader.hasCustomTokenType else {
            openSSL = .notAsked
            libJWT = .notAsked
            return
        }
        openSSL = Self.opinion { try key.verify(token.signature, over: token.signingInput, algorithm: .rs256) }
        libJWT = Self.opinion { try LibJWT.verifyRS256(token, publicKeyPEM: key.pem()) }
    }

    private static func opinion(_ verify: () throws -> Void) -> Opinion {
        do {
            try verify()
            return .valid
        } catch {
            return .invalid
        }
    }
}
