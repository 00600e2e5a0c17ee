import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

extension Plays {
    enum Microsoft {
        static let client = "6cb04018-a3f5-46a7-b995-940c78f5aef3"
        static let tenant = "9122040d-6c67-4c5b-b112-36a304b66dad"
        static let personal = "9188040d-6c67-4c5b-b112-36a304b66dad"
        static let base = "https://login.microsoftonline.com"
        static let scopes = "openid profile email offline_access"

        static func keys(_ tenant: String = "common") -> String { "\(base)/\(tenant)/discovery/v2.0/keys" }

        static func claims(
            _ variation: Variation = .right, tenant: String? = tenant, issuer: String? = nil,
            nonce: String? = Sent.nonce,
            _ more: String = #""email":"victim@corp.test","name":"V""#
        ) -> String {
            let tid = tenant.map { #""tid":"\#($0)","# } ?? ""
            return variation.claims(
                issuer ?? "\(base)/\(tenant ?? Self.tenant)/v2.0", client: client, "\"s\"", nonce: nonce,
                #"\#(tid)"oid":"o",\#(more)"#)
        }

        static func provider(_ tenant: String = "common") throws -> ConfiguredProvider {
            try Setup.provider("microsoft", clients: [client], parameters: [.tenant: tenant])
        }
    }

    static let microsoft: Play = Play(
        "microsoft",
        flows: [
            .codeWithIDToken("s") { variation in
                let token = try TestToken.make(Microsoft.claims(variation))
                return [
                    .code(
                        "\(Microsoft.base)/common/oauth2/v2.0/token", .post, client: Microsoft.client,
                        .tokens(idToken: token)), .keys(Microsoft.keys()),
                ]
            },
            .idToken("s", keys: { [.keys(Microsoft.keys())] }, claims: { Microsoft.claims($0) }),
            .refresh("s") { variation in
                let token = try TestToken.make(Microsoft.claims(variation, nonce: nil))
                return [
                    .refresh(
                        "\(Microsoft.base)/common/oauth2/v2.0/token", .post, client: Microsoft.client,
                        more: ["scope": .exactly(Microsoft.scopes)],
                        .tokens(idToken: token, refreshToken: Sent.newRefreshToken)), .keys(Microsoft.keys()),
                ]
            }.ending([.otherClient: .refusal(.audienceMismatch), .expired: .refusal(.credentialExpired)]),
            .device("s") { variation in
                let token = try TestToken.make(Microsoft.claims(variation, nonce: nil))
                return [
                    .deviceStart(
                        "\(Microsoft.base)/common/oauth2/v2.0/devicecode",
                        form: ["client_id": .exactly(Microsoft.client), "scope": .exactly(Microsoft.scopes)],
                        .deviceCodes("https://microsoft.com/devicelogin"))
                ]
                    + Step.devicePolls(
                        "\(Microsoft.base)/common/oauth2/v2.0/token",
                        form: [
                            "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
                            "device_code": .exactly(Sent.deviceCode), "client_id": .exactly(Microsoft.client),
                        ], pending: .pending, .tokens(idToken: token)) + [.keys(Microsoft.keys())]
            },
        ], email: "victim@corp.test", .unverified, provider: { try Microsoft.provider() })
}

@Suite("Microsoft") struct MicrosoftTests {
    private typealias Microsoft = Plays.Microsoft

    private func code(_ claims: String, tenant: String = "common", steps: [Step]? = nil) async throws -> CredentialError
        .Code?
    {
        try await Stage.run(
            Microsoft.provider(tenant), .idToken(claims), steps ?? [.keys(Microsoft.keys(tenant))]
        ).code
    }

    @Test("Access tokens are for Graph: refused before any request")
    func accessToken() async throws {
        let ending = try await Stage.run(Microsoft.provider(), .accessToken(), [])
        #expect(ending.code == .audienceUnprovable)
        #expect(
            ending.error?.reason.hasSuffix(
                "send the authorization code with its code_verifier, or the ID token, or the refresh token instead")
                == true)
    }

    @Test("The issuer is that of the token's own tenant (PRV-22, twins)")
    func issuers() async throws {
        let other = "11111111-2222-3333-4444-555555555555"
        #expect(try await code(Microsoft.claims()) == nil)
        #expect(try await code(Microsoft.claims(issuer: "\(Microsoft.base)/\(other)/v2.0")) == .credentialInvalid)
        #expect(try await code(Microsoft.claims(tenant: nil)) == .credentialInvalid)
        #expect(try await code(Microsoft.claims(issuer: "\(Microsoft.base)/{tenantid}/v2.0")) == .credentialInvalid)
        #expect(
            try await code(Microsoft.claims(issuer: "https://sts.windows.net/\(Microsoft.tenant)/"))
                == .credentialInvalid)
        #expect(try await code(Microsoft.claims(issuer: "\(Microsoft.base)/common/v2.0")) == .credentialInvalid)
        for tenant in ["common", "x", "", "{tenantid}", "\(Microsoft.tenant)/..", "9122040d6c674c5bb11236a304b66dad"] {
            #expect(try await code(Microsoft.claims(tenant: tenant)) == .credentialInvalid, "\(tenant)")
        }
    }

    @Test("Which tenants may sign in: one, all but personal accounts, personal accounts alone")
    func tenants() async throws {
        let (work, personal) = (Microsoft.tenant, Microsoft.personal)
        let cases: [(configured: String, token: String, isAccepted: Bool)] = [
            ("common", work, true), ("common", personal, true), ("organizations", work, true),
            ("organizations", personal, false), ("consumers", work, false), ("consumers", personal, true),
            (work, work, true), (work, personal, false), (work.uppercased(), work, true),
        ]
        for (configured, token, isAccepted) in cases {
            let steps = [Step.keys(Microsoft.keys(configured))]
            let found = try await code(Microsoft.claims(tenant: token), tenant: configured, steps: steps)
            #expect((found == nil) == isAccepted, "\(configured) \(token)")
        }
        var limited = try Microsoft.provider()
        limited.idToken?.allowedTenants = [work]
        for (tenant, isAccepted) in [(work, true), (personal, false)] {
            let ending = try await Stage.run(
                limited, .idToken(Microsoft.claims(tenant: tenant)), [.keys(Microsoft.keys())])
            #expect((ending.identity != nil) == isAccepted)
        }
    }

    @Test("A domain's tenant is the one that its metadata names")
    func domain() async throws {
        func metadata(_ issuer: String) -> Step {
            .document(
                "\(Microsoft.base)/corp.test/v2.0/.well-known/openid-configuration",
                #"{"issuer":"\#(issuer)","authorization_endpoint":"\#(Microsoft.base)/corp.test/oauth2/v2.0/authorize","token_endpoint":"\#(Microsoft.base)/corp.test/oauth2/v2.0/token","jwks_uri":"\#(Microsoft.base)/corp.test/discovery/v2.0/keys"}"#
            )
        }
        let right = metadata("\(Microsoft.base)/\(Microsoft.tenant)/v2.0")
        let keys = Step.keys(Microsoft.keys("corp.test"))
        #expect(try await code(Microsoft.claims(), tenant: "corp.test", steps: [right, keys]) == nil)
        let other = Microsoft.claims(tenant: "11111111-2222-3333-4444-555555555555")
        #expect(try await code(other, tenant: "corp.test", steps: [right, keys]) == .credentialInvalid)
        // Metadata that names the template names no tenant.
        let template = metadata("\(Microsoft.base)/{tenantid}/v2.0")
        #expect(try await code(Microsoft.claims(), tenant: "corp.test", steps: [template, keys]) != nil)
    }

    @Test("An address counts only with xms_edov, in the spellings of Microsoft (nOAuth)")
    func addresses() async throws {
        func standing(_ claim: String) async throws -> ProviderProfile.Email.Standing? {
            let more = #""email":"victim@corp.test","name":"V""# + (claim.isEmpty ? "" : #","xms_edov":\#(claim)"#)
            return try await Stage.identity(
                Microsoft.provider(), .idToken(Microsoft.claims(.right, more)), [.keys(Microsoft.keys())]
            ).profile.email?.standing
        }
        for claim in ["true", "1", #""1""#, #""true""#] {
            #expect(try await standing(claim) == .verified, "\(claim)")
        }
        for claim in ["", "false", "0", #""0""#, #""True""#, "null", "2", "[true]"] {
            #expect(try await standing(claim) == .unverified, "\(claim)")
        }
        let claims = Microsoft.claims(.right, #""preferred_username":"victim@corp.test","upn":"victim@corp.test""#)
        let identity = try await Stage.identity(
            Microsoft.provider(), .idToken(claims), [.keys(Microsoft.keys())])
        #expect(identity.profile.email == nil)
    }

    @Test("The description of Graph is never asked for, however thin the token is")
    func noUserinfo() async throws {
        let token = try TestToken.make(Microsoft.claims(.right, #""ver":"2.0""#))
        let identity = try await Stage.identity(
            Microsoft.provider(), .code(),
            [
                .code(
                    "\(Microsoft.base)/common/oauth2/v2.0/token", .post, client: Microsoft.client,
                    .tokens(idToken: token)), .keys(Microsoft.keys()),
            ])
        #expect(identity.profile.email == nil && identity.profile.name == nil)
    }

    @Test("A refresh without an ID token proves nothing, for nothing else may describe the account")
    func refreshWithoutIDToken() async throws {
        let step = Step.refresh(
            "\(Microsoft.base)/common/oauth2/v2.0/token", .post, client: Microsoft.client,
            more: ["scope": .exactly(Microsoft.scopes)], .tokens())
        #expect(try await Stage.refusal(Microsoft.provider(), .refreshToken, [step]) == .providerAnswerInvalid)
    }

    @Test("Tenant and object identify an account for several clients, as GUIDs only")
    func tenantAndObject() async throws {
        let provider = try Setup.provider(
            "microsoft", clients: [Microsoft.client], parameters: [.tenant: "common"],
            configure: { $0.microsoftSubject = .tenantAndObject })
        let object = "AAAAAAAA-2222-3333-4444-555555555555"
        let claims = Microsoft.claims().replacing(#""oid":"o""#, with: #""oid":"\#(object)""#)
        let identity = try await Stage.identity(provider, .idToken(claims), [.keys(Microsoft.keys())])
        #expect(identity.subject.value == "\(Microsoft.tenant):\(object.lowercased())")
        let start = try Flow.Start.idToken(Microsoft.claims())
        #expect(try await Stage.refusal(provider, start, [.keys(Microsoft.keys())]) == .credentialInvalid)
    }

    @Test("The device flow ends with Microsoft's own words")
    func deviceFlow() async throws {
        let all = try #require(Plays.microsoft.flows.last).steps(.right)
        for (error, outcome) in [
            ("authorization_declined", Flow.Outcome.refusal(.accessDenied)),
            ("bad_verification_code", .refusal(.credentialExpired)), ("expired_token", .refusal(.credentialExpired)),
            ("invalid_request", .refusal(.credentialInvalid)),
        ] {
            var poll = all[1]
            poll.answer = .refusal(error)
            #expect(try await Stage.run(Microsoft.provider(), .deviceFlow, [all[0], poll]).outcome == outcome)
        }
    }
}
