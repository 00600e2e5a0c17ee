import JOSE
import StrictJSON

/// Claims of a client about itself, on their way to a signature.
struct SignedClaims {
    var members = JSONObject()

    init(
        issuer: String, subject: String, audience: String, lifetime: Int64, clock: any WallClock
    ) throws(OAuthClientError) {
        let now: NumericDate
        do throws(JOSEError) {
            now = try clock.now()
        } catch {
            throw OAuthClientError(.cryptographyFailed, error.reason)
        }
        members["iss"] = .string(issuer)
        members["sub"] = .string(subject)
        members["aud"] = .string(audience)
        members["iat"] = .integer(now.secondsSinceEpoch)
        members["exp"] = .integer((now + lifetime).secondsSinceEpoch)
    }

    /// Returns if a key and an audience are fit for assertions.
    ///
    /// - Throws: `OAuthClientError` with code `clientMisconfigured`.
    static func check(_ signer: any JWSSigner, audience: String) throws(OAuthClientError) {
        guard !audience.isEmpty else {
            throw OAuthClientError(.clientMisconfigured, "an assertion of the client needs an audience")
        }
        switch signer.algorithm {
        case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512, .es256, .es384, .es512, .edDSA: return
        case .hs256, .hs384, .hs512:
            throw OAuthClientError(.clientMisconfigured, "an assertion of the client is signed with a private key only")
        }
    }

    /// The signed token in compact serialization (RFC 7515, section 7.1).
    func serialized(by signer: any JWSSigner, keyID: String?) throws(OAuthClientError) -> String {
        var header = JSONObject()
        header["alg"] = .string(signer.algorithm.rawValue)
        header["typ"] = "JWT"
        if let keyID { header["kid"] = .string(keyID) }
        let signingInput = "\(Base64URL.encode(header.compactBytes)).\(Base64URL.encode(members.compactBytes))"
        do {
            return "\(signingInput).\(Base64URL.encode(try signer.signature(over: [UInt8](signingInput.utf8))))"
        } catch {
            throw OAuthClientError(.cryptographyFailed, "an assertion of the client could not be signed")
        }
    }
}
