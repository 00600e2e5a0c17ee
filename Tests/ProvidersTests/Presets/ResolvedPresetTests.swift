import OAuthClient
@testable import Providers
import StrictJSON
import Testing

@Suite("Resolved presets")
struct ResolvedPresetTests {
    @Test(
        "PRV-04: no client identifier, or an empty one, is refused",
        arguments: [[], [""], ["a", ""], [" "], ["a\n"], ["é"]])
    func audienceMissing(_ identifiers: [String]) throws {
        #expect(try refusal { try ClientIdentifiers(identifiers) } == .audienceMissing)
    }

    @Test("the first client identifier is the one that requests are sent with")
    func primary() throws {
        let identifiers = try ClientIdentifiers(["dj0yJmk9~a--", "b"])
        #expect(identifiers.primary == "dj0yJmk9~a--")
        #expect(identifiers.all == ["dj0yJmk9~a--", "b"])
    }

    @Test("PRV-02: access tokens are accepted exactly where the preset says so", arguments: PresetTable.all.map(\.id))
    func accessTokensByPreset(_ id: String) throws {
        guard id != "steam" else { return }
        let resolved = try Samples.resolve(id)
        let accepts = resolved.preset.acceptedCredentials.contains(.accessToken)
        #expect((resolved.accessTokenCheck != nil) == accepts)
        #expect(resolved.acceptedCredentials == resolved.preset.acceptedCredentials)
    }

    @Test(
        "access tokens can be refused, which leaves the other credentials",
        arguments: ["github", "google", "kakao", "okta"])
    func refused(_ id: String) throws {
        let resolved = try Samples.resolve(id) {
            $0.accessTokens = .refuse
            $0.kakaoAppNumber = nil
        }
        #expect(resolved.accessTokenCheck == nil)
        #expect(!resolved.acceptedCredentials.contains(.accessToken))
        #expect(resolved.acceptedCredentials.contains(.code))
    }

    @Test(
        "PRV-02: a check that is off by default needs its line of configuration",
        arguments: ["naver", "auth0", "cognito", "yahoo", "oidc"])
    func offByDefault(_ id: String) throws {
        #expect(try Samples.resolve(id).accessTokenCheck == nil)
        let resolved = try Samples.resolve(id) { $0.accessTokens = .withCheckThatIsOffByDefault }
        #expect(resolved.accessTokenCheck != nil)
        #expect(resolved.acceptedCredentials.last == .accessToken)
    }

    @Test(
        "PRV-02: there is no way to accept access tokens where nothing names the client",
        arguments: [
            "apple", "microsoft", "spotify", "twitter", "wechat", "facebook-limited", "slack", "mastodon", "oauth2",
        ])
    func nothingToSwitchOn(_ id: String) throws {
        let code = try refusal { try Samples.resolve(id) { $0.accessTokens = .withCheckThatIsOffByDefault } }
        #expect(code == .audienceCheckUnavailable)
    }

    @Test(
        "a check that is on cannot be replaced by one of the configuration",
        arguments: ["github", "google", "line", "naver", "auth0"])
    func notIntrospection(_ id: String) throws {
        let code = try refusal {
            try Samples.resolve(id) { $0.accessTokens = .introspection(client: JSONPath("a"), subject: JSONPath("b")) }
        }
        #expect(code == .audienceCheckUnavailable)
    }

    @Test("generic OAuth 2.0 accepts access tokens only with introspection, its address and both members")
    func genericIntrospection() throws {
        let policy = PresetConfiguration.AccessTokenPolicy.introspection(
            client: try JSONPath(parsing: "app.id"), subject: try JSONPath(parsing: "user"))
        #expect(try refusal { try Samples.resolve("oauth2") { $0.accessTokens = policy } } == .audienceCheckUnavailable)
        let resolved = try Samples.resolve("oauth2") {
            $0.accessTokens = policy
            $0.endpoints.introspection = try EndpointURL("https://as.example/introspect")
        }
        let check = try #require(resolved.accessTokenCheck)
        #expect(check.url == .address(try EndpointURL("https://as.example/introspect")))
        #expect(check.check.subject?.description == "user")
        #expect(check.check.requirements.contains(.init(JSONPath("active"), .equals(true))))
        #expect(check.check.requirements.contains(.init(JSONPath("app", "id"), .namesClient)))
        #expect(resolved.acceptedCredentials == [.code, .accessToken])
    }

    @Test(
        "PRV-04: Kakao's check needs the number of the app",
        arguments: [nil, "", "0", "01", "12a", "-1", " 1", "rest-key"] as [String?])
    func kakaoNumber(_ number: String?) throws {
        #expect(try refusal { try Samples.resolve("kakao") { $0.kakaoAppNumber = number } } == .audienceMissing)
    }

    @Test("Kakao's number is compared by Kakao's check and given to no other")
    func kakaoNumberElsewhere() throws {
        #expect(try Samples.resolve("kakao").accessTokenCheck?.kakaoAppNumber == "1234")
        #expect(try refusal { try Samples.resolve("github") { $0.kakaoAppNumber = "1" } } == .optionNotApplicable)
    }

    @Test("generic OAuth 2.0 needs its subject and its addresses: none has a default")
    func genericIncomplete() throws {
        #expect(try refusal { try Samples.resolve("oauth2") { $0.members.subject = nil } } == .memberPathInvalid)
        #expect(try refusal { try Samples.resolve("oauth2") { $0.endpoints.token = nil } } == .endpointMissing)
        #expect(try refusal { try Samples.resolve("oauth2") { $0.endpoints.authorization = nil } } == .endpointMissing)
        #expect(try refusal { try Samples.resolve("oauth2") { $0.endpoints.userinfo = nil } } == .endpointMissing)
    }

    @Test("the subject of a known provider cannot be configured", arguments: ["google", "github", "oidc", "okta"])
    func subjectIsFixed(_ id: String) throws {
        let code = try refusal { try Samples.resolve(id) { $0.members.subject = JSONPath("email") } }
        #expect(code == .optionNotApplicable)
    }

    @Test("the other members are configured for generic presets only")
    func members() throws {
        #expect(
            try refusal { try Samples.resolve("github") { $0.members.email = JSONPath("x") } } == .optionNotApplicable)
        #expect(
            try refusal { try Samples.resolve("line") { $0.members.emailVerified = JSONPath("x") } }
                == .optionNotApplicable)
        #expect(
            try refusal { try Samples.resolve("apple") { $0.members.name = JSONPath("x") } } == .optionNotApplicable)
        #expect(
            try refusal { try Samples.resolve("apple") { $0.members.picture = JSONPath("x") } } == .optionNotApplicable)
        let resolved = try Samples.resolve("oidc") { $0.members.email = JSONPath("upn") }
        #expect(resolved.email.candidates.map(\.address) == [JSONPath("upn")])
        // PRV-31: the flag of the preset's address says nothing about another one.
        #expect(resolved.email.candidates[0].flags == [])
        let same = try Samples.resolve("oidc") { $0.members.email = JSONPath("email") }
        #expect(same.email.candidates[0].flags == [JSONPath("email_verified")])
        let flagged = try Samples.resolve("oidc") {
            $0.members.email = JSONPath("upn")
            $0.members.emailVerified = JSONPath("upn_verified")
        }
        #expect(flagged.email.candidates[0].flags == [JSONPath("upn_verified")])
    }

    @Test("PRV-30: the e-mail address cannot be the account's identifier")
    func emailIsNoSubject() throws {
        let code = try refusal {
            try Samples.resolve("oauth2") {
                $0.members.subject = JSONPath("mail")
                $0.members.email = JSONPath("mail")
            }
        }
        #expect(code == .memberPathInvalid)
    }

    @Test("two generic servers of OAuth 2.0 are two issuers, so that no account of one has the uid of another's")
    func genericServersDiffer() throws {
        let first = try Samples.resolve("oauth2")
        let second = try Samples.resolve("oauth2") {
            $0.endpoints.token = try EndpointURL("https://other.example/token")
        }
        #expect(first.issuer != second.issuer)
        let mappings = [
            try first.userIDMapping(prefix: "corp"), try second.userIDMapping(prefix: "corp"),
        ]
        #expect(throws: ProviderError.self) { try UserIDMapping.requireDistinct(mappings) }
        let hashed = [
            try first.userIDMapping(prefix: "a", style: .hashed), try second.userIDMapping(prefix: "a", style: .hashed),
        ]
        let subject = try SubjectID("1")
        #expect(try hashed[0].userID(for: subject) != hashed[1].userID(for: subject))
    }

    @Test("PRV-03: a configured address takes the place of the preset's, and of its check")
    func overrides() throws {
        let other = try EndpointURL("https://mirror.example/x")
        let resolved = try Samples.resolve("github") {
            $0.endpoints.token = other
            $0.endpoints.userinfo = other
            $0.endpoints.introspection = other
            $0.endpoints.revocation = other
            $0.endpoints.deviceAuthorization = other
        }
        #expect(resolved.endpoints.token == .address(other))
        #expect(resolved.endpoints.devicePolling == .address(other))
        #expect(resolved.endpoints.refresh == .address(other))
        #expect(
            resolved.endpoints.userinfo.map(\.url) == [
                .address(other), .address(try EndpointURL("https://api.github.com/user/emails")),
            ])
        #expect(resolved.accessTokenCheck?.url == .address(other))
        #expect(resolved.endpoints.deviceAuthorization == .address(other))
        #expect(try resolved.endpoints.revocation(of: SubjectID("1")) == .address(other))
        #expect(
            resolved.endpoints.authorization == .address(try EndpointURL("https://github.com/login/oauth/authorize")))
    }

    @Test(
        "a client authenticates by the preset's first method, or as configured",
        arguments: [
            ("yahoo", nil, .method(.basic)), ("github", nil, .method(.post)), ("apple", nil, .method(.signedSecret)),
            ("okta", .post, .method(.post)), ("oidc", nil, .advertised(otherwise: .basic)),
            ("oidc", ClientAuthenticationMethod.none, .method(.none)), ("facebook-limited", nil, .noTokenEndpoint),
            ("twitter", nil, .method(.basic)), ("wechat", nil, .method(.query)), ("vk", nil, .method(.none)),
        ] as [(String, ClientAuthenticationMethod?, ResolvedClientAuthentication)])
    func clientAuthentication(
        _ id: String, _ method: ClientAuthenticationMethod?, _ resolved: ResolvedClientAuthentication
    ) throws {
        #expect(try Samples.resolve(id) { $0.clientAuthentication = method }.clientAuthentication == resolved)
    }

    @Test("a client's authentication that is not known, or not the provider's, is refused")
    func clientAuthenticationRefused() throws {
        let missing = try refusal { try Samples.resolve("oauth2") { $0.clientAuthentication = nil } }
        #expect(missing == .clientAuthenticationMissing)
        for id in ["google", "oidc", "oauth2"] {
            let code = try refusal { try Samples.resolve(id) { $0.clientAuthentication = .signedSecret } }
            #expect(code == .optionNotApplicable, "\(id)")
        }
        let code = try refusal { try Samples.resolve("facebook-limited") { $0.clientAuthentication = .post } }
        #expect(code == .optionNotApplicable)
    }

    @Test("what the metadata names is left to it, and can be configured")
    func discovered() throws {
        let resolved = try Samples.resolve("oidc") { $0.endpoints.keySet = try EndpointURL("https://keys.example/set") }
        #expect(resolved.endpoints.token == .discovered)
        #expect(resolved.endpoints.keySet == .address(try EndpointURL("https://keys.example/set")))
    }

    @Test("some providers have a refresh address of their own, some poll at another address")
    func ownAddresses() throws {
        let weChat = try Samples.resolve("wechat").endpoints.refresh
        #expect(weChat == .address(try EndpointURL("https://api.weixin.qq.com/sns/oauth2/refresh_token")))
        let facebook = try Samples.resolve("facebook").endpoints.devicePolling
        #expect(facebook == .address(try EndpointURL("https://graph.facebook.com/v24.0/device/login_status")))
        let google = try Samples.resolve("google").endpoints
        #expect(google.devicePolling == google.token)
    }

    @Test("tenant and object identifiers are for Microsoft only")
    func tenantAndObject() throws {
        #expect(
            try refusal { try Samples.resolve("google") { $0.microsoftSubject = .tenantAndObject } }
                == .optionNotApplicable)
        let resolved = try Samples.resolve("microsoft") { $0.microsoftSubject = .tenantAndObject }
        #expect(resolved.subject.paths == [JSONPath("tid"), JSONPath("oid")])
    }

    @Test(
        "PRV-31: a tenant's word is trusted only where there is one tenant",
        arguments: ["common", "organizations", "consumers", "9188040D-6c67-4c5b-b112-36a304b66dad"])
    func tenantEmail(_ tenant: String) throws {
        let code = try refusal {
            try Samples.resolve("microsoft") {
                $0.parameters = PresetParameters([.tenant: tenant])
                $0.tenantEmail = .trustTenantEmail
            }
        }
        #expect(code == .optionNotApplicable)
        #expect(
            try refusal { try Samples.resolve("google") { $0.tenantEmail = .trustTenantEmail } } == .optionNotApplicable
        )
    }
}
