import BridgeTesting
import Cryptography
import JOSE
import OAuthClient
import StrictJSON

/// A client of the sandbox provider, and the person before its pages.
struct ProviderBench: Sendable {
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
    static let redirect = "http://127.0.0.1:54321/callback"

    let bench: Bench

    init() throws {
        bench = try Bench()
    }

    var provider: SandboxProvider { bench.services.provider }

    /// A request for authorization, with some parameters changed; an empty one is left out.
    static func query(_ changes: [String: String] = [:]) throws -> String {
        var parameters: [(name: String, value: String)] = [
            ("response_type", "code"), ("client_id", "sandbox-bridge"), ("redirect_uri", redirect),
            ("scope", "openid email profile"), ("state", "st4te"), ("nonce", "n0nce"), ("code_challenge", challenge),
            ("code_challenge_method", "S256"),
        ]
        for (name, value) in changes {
            parameters.removeAll { $0.name == name }
            if !value.isEmpty { parameters.append((name, value)) }
        }
        return try FormParameters(parameters).encodedText
    }

    /// A code of a person who signs in.
    func code(_ changes: [String: String] = [:], as name: String = "ada") throws -> String {
        let address = try provider.answer(
            authorizationRequest: "http://127.0.0.1:9099/authorize?\(Self.query(changes))", as: name)
        guard let code = try Self.parameters(of: address)["code"] else { throw BenchFailure("no code: \(address)") }
        return code
    }

    /// The parameters in the query of an address.
    static func parameters(of address: String) throws -> FormParameters {
        try FormParameters(parsing: address.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst())
    }

    /// Sends a form with the secret of the bridge, in some other client's name if wished.
    func post(
        _ path: String, _ pairs: KeyValuePairs<String, String>, client: String = "sandbox-bridge", secret: String? = nil
    ) async throws -> Reply {
        let text = "\(client):\(secret ?? "\(client)-secret")"
        let basic = StandardBase64.encode([UInt8](text.utf8))
        return try await bench.form(path, pairs, headers: ["Authorization": "Basic \(basic)"])
    }

    /// Redeems a code.
    func redeem(
        _ code: String, verifier: String = verifier, redirect: String = redirect, client: String = "sandbox-bridge"
    ) async throws -> Reply {
        try await post(
            "/token",
            [
                "grant_type": "authorization_code", "code": code, "code_verifier": verifier, "redirect_uri": redirect,
            ], client: client)
    }

    /// The tokens of a person who signs in.
    func tokens(_ changes: [String: String] = [:]) async throws -> JSONObject {
        let reply = try await redeem(code(changes))
        guard reply.status == 200 else { throw BenchFailure("no tokens: \(reply.text)") }
        return reply.json
    }

    /// An ID token as its client verifies it.
    func verified(_ token: String, for client: String) async throws -> VerifiedJWT {
        let reply = await bench.call("GET", "/jwks.json")
        let keys = VerificationKeySet(try JSONWebKeySet(parsing: [UInt8](reply.text.utf8), limits: .document))
        let algorithm = try CompactJWS(parsing: token).unverifiedHeader.algorithm
        return try JWTVerifier(
            algorithms: AcceptedAlgorithms(algorithm), keys: keys, issuer: .exactly("http://127.0.0.1:9099"),
            audience: .client(identifier: client), type: .plain, clock: bench.clock, leeway: .standard
        ).verify([UInt8](token.utf8))
    }
}
