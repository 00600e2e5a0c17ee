import Cryptography
import JOSE
import StrictJSON
import TestSupport

/// The keys that providers sign with.
enum TestKeys: Sendable {
    static let rsaKeyID = "rsa-1"
    static let ecKeyID = "ec-1"

    /// The numbers of the keys in `Tests/Fixtures/Keys`.
    private static let modulus =
        "odsAD_eXyOnPaVTTfwGuRRxOocRnMQeGCyHD0sZQ6tWUrhKfOKPOPKMQDLBgl2TNJGXht3BfYDYGm20U_HNCLSQClgYxbjdBwm_Q5sScbrRrpWwI"
        + "AEAyukBEExEGV7TX5ODbIlIJpp9xAGCLWTCvRU3ybIDj1LQ-PdgGluNUQRAnsoDATqvv2Vetof88F_di2LZ6F8FpO9ZKSncbmtspbi9OKprBxZCP"
        + "Nmp4QBUpikU1o6gGEUtB0dlJFEzswXnHUhONZXwmASEeZ8WoaPXVvh1rR421MIuOhCUvsOQEiGE622hjBYrmqxV8H9aoyRcs_hwMAEWujMOLB6ln"
        + "2bT-uw"
    static let ecX = "AKg88RNQ6UvnJeXm9hQKQ3T90_HXzfhMbvp6TgvuxOg"
    static let ecY = "7vIXIeg2Z43dhwL7gjUA2TJtrnpxtP9VujP4FvWS4U8"

    /// The keys as every provider here publishes them: one of each kind.
    static let keySet =
        #"{"keys":[{"kty":"RSA","use":"sig","kid":"\#(rsaKeyID)","n":"\#(modulus)","e":"AQAB"},"#
        + #"{"kty":"EC","use":"sig","crv":"P-256","kid":"\#(ecKeyID)","x":"\#(ecX)","y":"\#(ecY)"}]}"#

    static let rsa = Result { try ProbedSigningKey(probing: RSAPrivateKey(parsing: bytes("rsa-2048.pem"))) }
    static let otherRSA = Result { try ProbedSigningKey(probing: RSAPrivateKey(parsing: bytes("other-2048.pem"))) }
    static let ec = Result { try ECPrivateKey(parsing: bytes("ec-p256.pem")) }

    private static func bytes(_ name: String) throws -> [UInt8] {
        try Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/\(name)")
    }
}

/// What a token is signed with.
enum TokenKey: Sendable {
    /// The published RSA key, RS256.
    case rsa
    /// An RSA key that nobody published, RS256, under the name of the published one.
    case otherRSA
    /// The published EC key, ES256.
    case ec
    /// A secret, HS256.
    case secret([UInt8])
    /// Nothing.
    case none

    var algorithm: String {
        switch self {
        case .rsa, .otherRSA: "RS256"
        case .ec: "ES256"
        case .secret: "HS256"
        case .none: "none"
        }
    }

    var keyID: String? {
        switch self {
        case .rsa, .otherRSA: TestKeys.rsaKeyID
        case .ec: TestKeys.ecKeyID
        case .secret, .none: nil
        }
    }

    func signature(over input: [UInt8]) throws -> [UInt8] {
        switch self {
        case .rsa: try TestKeys.rsa.get().signature(over: input)
        case .otherRSA: try TestKeys.otherRSA.get().signature(over: input)
        case .ec: try TestKeys.ec.get().signature(over: input)
        case .secret(let secret): try HMACSHA256(of: input, secret: secret).bytes
        case .none: []
        }
    }
}

/// Makes tokens.
enum TestToken: Sendable {
    /// A token of claims that are a JSON object.
    static func make(_ claims: String, key: TokenKey = .rsa, header: [String: JSONValue?] = [:]) throws -> String {
        var object = JSONObject()
        object["alg"] = .string(key.algorithm)
        object["typ"] = "JWT"
        object["kid"] = key.keyID.map { .string($0) }
        for (name, value) in header { object[name] = value }
        let input = "\(Base64URL.encode(object.compactBytes)).\(Base64URL.encode(claims.utf8))"
        return "\(input).\(Base64URL.encode(try key.signature(over: [UInt8](input.utf8))))"
    }
}
