@testable import Cryptography
import JOSE
import StrictJSON

/// Makes the keys of a vector ready as a caller of the package would: public ones through a key set, secrets by hand.
enum ConfiguredKeys {
    /// Every algorithm: what the test is about is that the key alone holds the token to the right one.
    static let everyAlgorithm = AcceptedAlgorithms(
        .rs256, .rs384, .rs512, .ps256, .ps384, .ps512, .es256, .es384, .es512, .edDSA, .hs256, .hs384, .hs512)

    /// The keys of a JWK or JWK set.
    ///
    /// A set of secrets alone is one that the caller has configured. A set that mixes them with public keys could only
    /// be a remote one, so it goes through `JSONWebKeySet`, which leaves secrets out.
    /// The algorithm is for secrets that name none.
    static func keys(_ jwk: Fields, algorithm: SignatureAlgorithm? = nil) throws -> VerificationKeySet {
        let members = jwk.object["keys"] == nil ? [jwk] : try jwk.list("keys")
        guard members.allSatisfy({ $0.object["kty"] == "oct" }) else {
            let text = "{\"keys\":[\(members.map { JSONValue.object($0.object).compactText }.joined(separator: ","))]}"
            return VerificationKeySet(try JSONWebKeySet(parsing: [UInt8](text.utf8), limits: .document))
        }
        return VerificationKeySet(entries: try members.map { try secret($0, algorithm) })
    }

    /// A key without its private members, as its owner would publish it.
    static func publicHalf(_ jwk: Fields) -> Fields {
        var object = jwk.object
        for name in ["d", "p", "q", "dp", "dq", "qi"] { object[name] = nil }
        return Fields(object)
    }

    private static func secret(_ jwk: Fields, _ algorithm: SignatureAlgorithm?) throws -> VerificationKeySet.Entry {
        let named = jwk.object["alg"]?.string
        guard let algorithm = named.map({ SignatureAlgorithm(exactly: $0) }) ?? algorithm else {
            throw CryptographyError(.keyKindNotSupported, "no signature algorithm has the name of the secret's")
        }
        let key = try HMACKey(secret: Base64URL.decode(jwk.string("k").utf8), algorithm: algorithm)
        return VerificationKeySet.Entry(keyID: jwk.object["kid"]?.string, algorithm: algorithm, key: key)
    }
}

extension WycheproofTally.Verdict {
    /// What becomes of a token.
    init(ofToken token: String, keys: VerificationKeySet) {
        do throws(JOSEError) {
            _ = try CompactJWS(parsing: token).verified(with: keys, algorithms: ConfiguredKeys.everyAlgorithm)
            self = .accepted
        } catch {
            self = .refused(error.code.rawValue)
        }
    }
}
