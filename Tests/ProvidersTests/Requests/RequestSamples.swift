import Threads
import Cryptography
import JOSE
import OAuthClient
import Providers
import StrictJSON
import Testing

/// Providers that are set up, and what their requests are made of.
enum RequestSamples {
    static let secret = "s3cret-canary"
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let redirectURI = "https://app.example/callback"
    static let issuer = "https://id.example/realm/"

    /// The presets that can be used.
    static let ids = PresetTable.all.filter { $0.support == .supported }.map(\.id)

    /// A provider that is complete, somewhat changed.
    static func provider(
        _ id: String, _ credential: ClientCredential? = nil,
        resolve change: (inout PresetConfiguration) throws -> Void = { _ in },
        _ adapt: (inout ConfiguredProvider) throws -> Void = { _ in }
    ) throws -> ConfiguredProvider {
        let preset = try Samples.resolve(id, change)
        var provider = ConfiguredProvider(
            id: id, preset: preset, credential: try credential ?? Self.credential(id),
            userIDs: try preset.userIDMapping())
        provider.clientToken = ClientSecret("client-token-canary")
        try adapt(&provider)
        return provider
    }

    /// What a confidential client of the preset has, where there are such clients.
    static func credential(_ id: String) throws -> ClientCredential {
        switch id {
        case "apple": .signedSecret(try signedSecret())
        case "vk", "facebook-limited": .none
        default: .secret(ClientSecret(secret))
        }
    }

    private static func signedSecret() throws -> SignedClientSecret {
        try SignedClientSecret(
            Signer(), keyID: "key", issuer: "team", audience: "https://appleid.apple.com",
            clock: FixedWallClock(NumericDate(secondsSinceEpoch: 1_796_011_924)))
    }

    private struct Signer: JWSSigner {
        let algorithm = SignatureAlgorithm.es256
        func signature(over signingInput: [UInt8]) -> [UInt8] { [1, 2, 3] }
    }

    /// Metadata of the issuer that presets are configured with, some of its members changed; nil leaves one out.
    static func metadata(
        _ changes: [String: JSONValue?] = [:], issuer: String = issuer
    ) throws -> AuthorizationServerMetadata {
        let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        var members = JSONObject()
        members["issuer"] = .string(issuer)
        for (name, path) in [
            ("authorization_endpoint", "auth"), ("token_endpoint", "token"), ("userinfo_endpoint", "userinfo"),
            ("jwks_uri", "keys"), ("revocation_endpoint", "revoke"), ("introspection_endpoint", "introspect"),
            ("device_authorization_endpoint", "device"),
        ] {
            members[name] = .string("\(base)/found/\(path)")
        }
        members["code_challenge_methods_supported"] = .array([.string("plain"), .string("S256")])
        for (name, value) in changes { members[name] = value }
        return try AuthorizationServerMetadata(members, expecting: .exactly(IssuerIdentifier(issuer)))
    }

    static func grant(_ code: String = "code/+1", proofKey: ProofKeyUse? = nil) throws -> AuthorizationCodeGrant {
        AuthorizationCodeGrant(
            code: AuthorizationCode(code), redirectURI: try RedirectURI(redirectURI),
            proofKey: try proofKey ?? .s256(ProofKey(restoring: verifier)))
    }

    /// A response of an authorization endpoint that has all that some provider wants back.
    static func response() throws -> FormParameters {
        try FormParameters([("code", "code/+1"), ("state", "the-state"), ("device_id", "the-device")])
    }

    /// The parameters of a body.
    static func form(_ request: HTTPRequest) throws -> [String: String] {
        try parameters(try #require(request.body))
    }

    /// The parameters of a query.
    static func query(_ url: String) throws -> [String: String] {
        let query = url.utf8.prefix { $0 != UInt8(ascii: "#") }.drop { $0 != UInt8(ascii: "?") }.dropFirst()
        return try parameters(Array(query))
    }

    private static func parameters(_ bytes: [UInt8]) throws -> [String: String] {
        let form = try FormParameters(parsing: bytes)
        return Dictionary(uniqueKeysWithValues: form.parameters.map { ($0.name, $0.value) })
    }

    /// The value of a request's field.
    static func field(_ name: String, of request: HTTPRequest) -> String? {
        request.fields.first { $0.name == name }?.value
    }

    /// An answer with a JSON body.
    static func answer(_ text: String, status: Int = 200) -> HTTPResponse {
        HTTPResponse(
            status: status, fields: [HTTPField(name: "Content-Type", value: "application/json")], body: Array(text.utf8)
        )
    }

    /// Bytes that count up, another sequence each time.
    struct Random: RandomSource {
        private let next = Locked<UInt8>(0)

        func bytes(count: Int) -> [UInt8] {
            let start = next.withLock { value in
                defer { value &+= 1 }
                return value
            }
            return (0..<count).map { start &+ UInt8(truncatingIfNeeded: $0) }
        }
    }
}

extension ConfiguredProvider {
    /// An authorization request with nothing special.
    func authorizationRequest(
        scopes: [String]? = nil, parameters: [(name: String, value: String)]? = nil,
        refreshToken: RefreshTokenWish = .none, proofKey: ProofKeyPolicy = .asPreset,
        metadata: AuthorizationServerMetadata? = nil
    ) throws -> AuthorizationRequest {
        try authorizationRequest(
            redirectURI: RedirectURI(RequestSamples.redirectURI), additionalScopes: scopes.map { try ScopeSet($0) },
            parameters: parameters.map { try AuthorizationParameters($0) }, refreshToken: refreshToken,
            proofKey: proofKey, metadata: metadata, random: RequestSamples.Random())
    }
}
