import Cryptography
import CustomTokens
import JOSE
import StrictJSON

/// Signs custom tokens, also such as no signer of ours would.
struct Signer: Sendable {
    static let own = Result { try Signer() }
    static let other = Result { try Signer() }
    static let keyID = "0123456789abcdef0123456789abcdef01234567"
    static let audience =
        "https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit"

    let privateKey: RSAPrivateKey
    /// A certificate of the key, which openssl has made of the key alone.
    let certificate: [UInt8]
    private let key: ProbedSigningKey

    init() throws {
        privateKey = try RSAPrivateKey.generate(bits: 2048)
        key = try ProbedSigningKey(probing: privateKey)
        certificate = try Certificates.make(privateKey)
    }

    /// The payload of a custom token, with some members changed; null takes one out.
    static func payload(of account: String, at time: Int64, _ changes: JSONObject) -> JSONObject {
        var payload = JSONObject()
        payload["iss"] = .string(account)
        payload["sub"] = .string(account)
        payload["aud"] = .string(audience)
        payload["iat"] = .integer(time)
        payload["exp"] = .integer(time + 3600)
        payload["uid"] = "ada"
        for member in changes.members { payload[member.name] = member.value == .null ? nil : member.value }
        return payload
    }

    /// A token.
    func token(_ payload: JSONObject, header: String = #"{"alg":"RS256","typ":"JWT"}"#) throws -> String {
        let input = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(payload.compactBytes))"
        return "\(input).\(Base64URL.encode(try key.signature(over: [UInt8](input.utf8))))"
    }
}
