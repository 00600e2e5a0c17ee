import CredentialProofs
import OAuthClient
import Providers

/// A provider with one issuer of a tenant, which publishes its metadata: generic OpenID Connect and its likes.
struct TenantPlay: Sendable {
    let preset: String
    let issuer: String
    /// Where its addresses are.
    let base: String
    /// Whether the preset knows the address of the keys and so on by itself, not from the metadata.
    var keys: String
    var check: String?
    var deviceStart: String?
    /// Claims that its ID tokens need beside the common ones.
    var claims = ""

    var discovery: Step { .document(discoveryURL, metadata()) }

    private var discoveryURL: String {
        "\(issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer)/.well-known/openid-configuration"
    }

    /// The metadata, with some members more.
    func metadata(issuer: String? = nil, more: String = "") -> String {
        #"{"issuer":"\#(issuer ?? self.issuer)","authorization_endpoint":"\#(base)/authorize","token_endpoint":"\#(base)/token","userinfo_endpoint":"\#(base)/userinfo","jwks_uri":"\#(keys)","introspection_endpoint":"\#(check ?? "\(base)/introspect")","device_authorization_endpoint":"\#(deviceStart ?? "\(base)/device")","response_types_supported":["code"],"code_challenge_methods_supported":["S256"]\#(more)}"#
    }

    func claims(_ variation: Variation = .right, issuer: String? = nil, nonce: String? = Sent.nonce) -> String {
        let profile = #""email":"t@corp.test","email_verified":true,"name":"T""#
        return variation.claims(
            issuer ?? self.issuer, "\"00u1\"", nonce: nonce, claims.isEmpty ? profile : "\(profile),\(claims)")
    }

    func userinfo(_ variation: Variation = .right, token: String = Sent.newAccessToken) -> Step {
        .get(
            "\(base)/userinfo", token: token,
            .json(
                #"{\#(variation.subject("sub", "\"00u1\"")),"email":"t@corp.test","email_verified":true,"name":"T"}"#))
    }

    /// Token introspection (RFC 7662) with the client's way to authenticate.
    func introspection(_ variation: Variation = .right, token: String = Sent.accessToken) -> Step {
        .post(
            check ?? "\(base)/introspect", form: ["token": .exactly(token), "token_type_hint": "access_token"],
            authorization: .exactly(ClientProof.basicField(Setup.client, Sent.secret)),
            // RFC 7662 says of a token that is too old only that it is not active.
            variation.kind == .expired
                ? .json(#"{"active":false}"#)
                : .json(
                    #"{"active":true,"client_id":"\#(variation.client(Setup.client))",\#(variation.subject("sub", "\"00u1\""))}"#
                ))
    }

    func code() -> Flow {
        .codeWithIDToken("00u1") { variation in
            let token = try TestToken.make(claims(variation))
            return [discovery, .code("\(base)/token", .basic, .tokens(idToken: token)), .keys(keys)]
        }
    }

    func idToken(keys steps: @escaping @Sendable () -> [Step]) -> Flow {
        .idToken("00u1", keys: steps, claims: { claims($0) })
    }

    func refresh() -> Flow {
        .refresh("00u1") { variation in
            [discovery, .refresh("\(base)/token", .basic, variation.grant(.tokens())), userinfo(variation)]
        }
    }

    func device() -> Flow {
        .device("00u1", proof: .accessTokenChecked, outcomes: [.expired: .refusal(.credentialInvalid)]) { variation in
            let basic = ExpectedRequest.Value.exactly(ClientProof.basicField(Setup.client, Sent.secret))
            return deviceSteps(basic, .tokens())
                + [introspection(variation, token: Sent.newAccessToken), userinfo(variation)]
        }
    }

    /// A device flow that ends with an ID token.
    func deviceWithIDToken() -> Flow {
        .device("00u1") { variation in
            let basic = ExpectedRequest.Value.exactly(ClientProof.basicField(Setup.client, Sent.secret))
            let token = try TestToken.make(claims(variation, nonce: nil))
            return deviceSteps(basic, .tokens(idToken: token)) + [.keys(keys)]
        }
    }

    private func deviceSteps(_ basic: ExpectedRequest.Value, _ granted: Answer) -> [Step] {
        [
            discovery,
            .deviceStart(
                deviceStart ?? "\(base)/device", form: ["scope": "openid profile email"], authorization: basic,
                .deviceCodes("\(base)/activate")),
        ]
            + Step.devicePolls(
                "\(base)/token",
                form: [
                    "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                    "device_code": .exactly(Sent.deviceCode),
                ], authorization: basic, pending: .pending, granted)
    }

    func accessToken() -> Flow {
        .accessToken("00u1", outcomes: [.expired: .refusal(.credentialInvalid)]) { variation in
            [discovery, introspection(variation), userinfo(variation, token: Sent.accessToken)]
        }
    }

    func provider(
        _ configure: (inout PresetConfiguration) throws -> Void = { _ in }
    ) throws -> ConfiguredProvider {
        try Setup.provider(preset, parameters: [.issuer: issuer], configure: configure)
    }
}
