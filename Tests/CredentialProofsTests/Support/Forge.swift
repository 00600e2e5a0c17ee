import JOSE
import OAuthClient
import StrictJSON

/// Makes ID tokens that are right but for what a test changes.
enum Forge {
    static let issuer = "https://provider.test"
    static let client = "client-ours"
    static let now: Int64 = 1_796_011_924

    /// The claims of a token that is 30 s old, some of them changed; nil leaves one out.
    static func claims(_ changes: [String: JSONValue?] = [:]) -> JSONObject {
        var claims = JSONObject()
        claims["iss"] = .string(issuer)
        claims["aud"] = .string(client)
        claims["sub"] = "user-0001"
        claims["iat"] = .integer(now - 30)
        claims["exp"] = .integer(now + 3570)
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) { claims[name] = value }
        return claims
    }

    /// A token with claims and header as they are when some are changed; nil leaves one out.
    static func token(
        _ changes: [String: JSONValue?] = [:], header: [String: JSONValue?] = [:], by key: TestKey? = nil
    ) throws -> String {
        try token(payload: claims(changes).compactBytes, header: header, by: key)
    }

    /// A token over these very bytes.
    static func token(
        payload: [UInt8], header changes: [String: JSONValue?] = [:], by key: TestKey? = nil
    ) throws -> String {
        let key = try key ?? TestKey.rsa.get()
        var header = JSONObject()
        header["alg"] = .string(key.algorithm.rawValue)
        header["kid"] = key.keyID.map { .string($0) }
        header["typ"] = "JWT"
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) { header[name] = value }
        let input = "\(Base64URL.encode(header.compactBytes)).\(Base64URL.encode(payload))"
        return "\(input).\(Base64URL.encode(try key.signature(over: Array(input.utf8))))"
    }
}

/// A JSON object, written down.
func json(_ members: KeyValuePairs<String, JSONValue>) -> JSONObject {
    var object = JSONObject()
    for (name, value) in members { object[name] = value }
    return object
}
