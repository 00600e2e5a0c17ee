import Cryptography
import Foundation
import JOSE
import StrictJSON
import TestSupport

/// A folder with a configuration whose provider `plant` has its keys in a file, and tokens of that provider.
struct Plant {
    static let issuer = "https://plant.example"
    static let client = "bridge-client"

    /// The numbers of the key in `Tests/Fixtures/Keys/ec-p256.pem`.
    private static let keySet =
        #"{"keys":[{"kty":"EC","use":"sig","crv":"P-256","kid":"ec-1","x":"AKg88RNQ6UvnJeXm9hQKQ3T90_HXzfhMbvp6TgvuxOg","#
        + #""y":"7vIXIeg2Z43dhwL7gjUA2TJtrnpxtP9VujP4FvWS4U8"}]}"#

    private static let claims =
        #"{"provider": "$provider", "provider_email": "$email", "who": {"name": "$name", "is_staff": true}}"#

    let folder: ScratchFolder
    let issuer: String

    /// Makes the folder.
    ///
    /// - Parameters:
    ///   - issuer: The provider's issuer.
    ///   - provider: More members of the provider.
    ///   - members: More members of the configuration.
    /// - Throws: An error where it cannot be written.
    init(issuer: String = Self.issuer, provider: String = "", members: String = "") throws {
        folder = try ScratchFolder()
        self.issuer = issuer
        try folder.write([UInt8](Self.keySet.utf8), to: "plant-jwks.json", mode: 0o644)
        try folder.write(try Locations.bytes("\(Locations.caseFolder("B50"))/sa-good.json"), to: "key.json")
        let keys = members.contains(#""keys""#) ? "" : #""keys": {"service_account": "key.json"},"#
        let text = """
            {
              "issuer": "https://bridge.example", "project": "demo-bridge", \(keys)
              "token": {"claims": \(Self.claims)},
              "providers": {
                "plant": {
                  "preset": "oidc", "issuer": "\(issuer)", "client_id": "\(Self.client)", "jwks_file": "plant-jwks.json",
                  \(provider)
                },
              },
              \(members)
            }

            """
        try folder.write([UInt8](text.utf8), to: "bridge.json", mode: 0o644)
    }

    /// An ID token of now.
    ///
    /// - Parameter changes: Claims in the place of the usual ones; nil for none.
    /// - Returns: The token, which the key of the file has signed.
    /// - Throws: What signing throws.
    func token(_ changes: [String: JSONValue?] = [:]) throws -> String {
        let now = Int64(Date().timeIntervalSince1970)
        var claims = JSONObject()
        claims["iss"] = .string(issuer)
        claims["aud"] = .string(Self.client)
        claims["sub"] = "worker-7"
        claims["iat"] = .integer(now)
        claims["exp"] = .integer(now + 300)
        claims["email"] = "ann@plant.example"
        claims["email_verified"] = true
        claims["name"] = "Ann"
        for (name, value) in changes { claims[name] = value }
        let header = #"{"alg":"ES256","kid":"ec-1"}"#
        let input = "\(Base64URL.encode(header.utf8)).\(Base64URL.encode(claims.compactBytes))"
        let key = try ECPrivateKey(parsing: Locations.bytes("\(Locations.repository)/Tests/Fixtures/Keys/ec-p256.pem"))
        return "\(input).\(Base64URL.encode(try key.signature(over: [UInt8](input.utf8))))"
    }

    /// Runs `exchange` for the provider.
    func exchange(
        _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> Subprocess {
        try TokenBridge.run(
            ["exchange", "--provider", "plant"] + arguments, in: folder, input: [UInt8](input.utf8),
            environment: environment)
    }

    /// Exchanges a token that stands in a file.
    func exchange(token: String, _ arguments: [String] = []) throws -> Subprocess {
        try folder.write([UInt8](token.utf8), to: "token.jwt")
        return try exchange(["--id-token", "token.jwt"] + arguments)
    }

    /// Whether any 8 characters of a secret stand in what a program printed.
    static func isShown(_ secret: String, by result: Subprocess) -> Bool {
        let printed = result.text + result.errors
        let bytes = [UInt8](secret.utf8)
        guard bytes.count >= 8 else { return printed.contains(secret) }
        let windows = Set((0...(bytes.count - 8)).map { Array(bytes[$0..<$0 + 8]) })
        let shown = [UInt8](printed.utf8)
        guard shown.count >= 8 else { return false }
        return (0...(shown.count - 8)).contains { windows.contains(Array(shown[$0..<$0 + 8])) }
    }
}

extension Subprocess {
    /// The claims of the custom token that was printed, signed or not.
    var tokenClaims: JSONObject {
        get throws {
            let parts = output.dropLast().split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            guard parts.count == 3 else { throw JOSEError(.notCompactJWS, "no token was printed") }
            return try JSONObject(parsing: Base64URL.decode(parts[1]), limits: .token)
        }
    }

    /// The members of the error on standard error.
    var jsonError: JSONObject? {
        get throws {
            let line = errors.split(separator: "\n").last.map(String.init) ?? ""
            return try JSONObject(parsing: [UInt8](line.utf8), limits: .document)["error"]?.object
        }
    }
}
