import Providers
import Testing

/// The specification's matrix of what a device may send, row by row.
@Suite("Matrix of accepted credentials")
struct MatrixTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let ids: [String]
        let accepted: Set<ProviderCredentialKind>
        let method: AccessTokenCheck.Method
        let members: Set<String>
        let device: DeviceFlowRule.Availability
        let trust: EmailRule.Trust
        var testDescription: String { ids.joined(separator: ", ") }

        init(
            _ ids: String, _ accepted: Set<ProviderCredentialKind>, _ method: AccessTokenCheck.Method,
            _ members: Set<String>, _ device: DeviceFlowRule.Availability, _ trust: EmailRule.Trust
        ) {
            self.ids = ids.split(separator: " ").map(String.init)
            (self.accepted, self.method, self.members) = (accepted, method, members)
            (self.device, self.trust) = (device, trust)
        }
    }

    static let rows = [
        Row("yahoo", [.code, .idToken, .refreshToken], .none, ["client_id"], .none, .verifiedClaim),
        Row(
            "github github-enterprise", [.code, .accessToken, .deviceCode], .providerCheck, ["app.client_id"],
            .available, .verifiedClaim),
        Row("facebook", [.code, .accessToken, .deviceCode], .providerCheck, ["data.app_id"], .available, .asserted),
        Row("facebook-limited", [.idToken], .none, [], .none, .asserted),
        Row(
            "google", [.code, .idToken, .refreshToken, .accessToken, .deviceCode], .providerCheck, ["aud", "azp"],
            .available, .verifiedClaimGoogle),
        Row(
            "microsoft", [.code, .idToken, .refreshToken, .deviceCode], .none, [], .available, .ownedDomainFlag),
        Row("apple", [.code, .idToken], .none, [], .none, .verifiedClaim),
        Row("line", [.code, .idToken, .accessToken], .providerCheck, ["client_id"], .none, .asserted),
        Row(
            "kakao", [.code, .idToken, .refreshToken, .accessToken], .providerCheck, ["app_id"], .none,
            .verifiedClaim),
        Row("naver", [.code, .refreshToken], .unconfirmed, ["response.client_id"], .none, .asserted),
        Row(
            "discord", [.code, .refreshToken, .accessToken, .deviceCode], .providerCheck, ["application.id"],
            .available, .verifiedClaim),
        Row(
            "twitch", [.code, .idToken, .accessToken, .deviceCode], .providerCheck, ["client_id"], .available,
            .verifiedClaim),
        Row("spotify", [.code, .refreshToken], .none, [], .none, .asserted),
        Row("linkedin", [.code, .idToken, .accessToken], .introspectionLike, ["client_id"], .none, .verifiedClaim),
        Row("twitter", [.code, .refreshToken], .none, [], .none, .asserted),
        Row(
            "gitlab", [.code, .idToken, .refreshToken, .accessToken, .deviceCode], .providerCheck, ["application.uid"],
            .available, .verifiedClaim),
        Row("amazon", [.code, .accessToken, .deviceCode], .providerCheck, ["aud"], .available, .asserted),
        Row(
            "salesforce", [.code, .idToken], .introspection, ["client_id"], .onlyIfConfigured,
            .verifiedClaim),
        Row("yandex", [.code, .accessToken], .userinfoNamesClient, ["client_id"], .onlyIfConfigured, .asserted),
        Row("weibo", [.code, .accessToken], .providerCheck, ["appkey"], .none, .none),
        Row(
            "okta keycloak", [.code, .idToken, .refreshToken, .accessToken, .deviceCode], .introspection,
            ["client_id"], .available, .tenantsWord),
        Row("auth0", [.code, .idToken, .refreshToken, .deviceCode], .localJWT, ["azp"], .available, .tenantsWord),
        Row("cognito", [.code, .idToken, .refreshToken], .localJWT, ["client_id"], .none, .tenantsWord),
        Row(
            "oidc", [.code, .idToken, .refreshToken, .deviceCode], .introspection, ["client_id"], .ifAdvertised,
            .verifiedClaim),
        Row("oauth2", [.code], .introspection, [], .none, .tenantsWord),
        Row("slack", [.code, .idToken], .none, [], .none, .verifiedClaim),
        Row("dropbox", [.code, .idToken, .refreshToken], .none, [], .none, .verifiedClaim),
        Row("bitbucket", [.code, .refreshToken], .none, [], .none, .verifiedClaim),
        Row("reddit", [.code, .refreshToken], .none, [], .none, .none),
        Row("zoom", [.code, .refreshToken], .none, [], .onlyIfConfigured, .verifiedClaim),
        Row("instagram strava wechat mastodon", [.code], .none, [], .none, .none),
        Row("paypal", [.code], .none, [], .none, .verifiedClaim),
        Row("notion figma vk", [.code], .none, [], .none, .asserted),
        Row("steam", [], .none, [], .none, .none),
    ]

    @Test("a preset accepts what its row says, checked as it says", arguments: rows)
    func row(_ row: Row) throws {
        for id in row.ids {
            let preset = try PresetTable.preset(id)
            let requirements = preset.accessTokenCheck.requirements.filter { requirement in
                [.namesClient, .namesAnyClient, .namesAnyClientIfPresent, .namesKakaoApp].contains(requirement.rule)
            }
            #expect(Set(preset.acceptedCredentials) == row.accepted, "\(id)")
            #expect(preset.accessTokenCheck.method == row.method, "\(id)")
            #expect(Set(requirements.flatMap(\.paths).map(\.description)) == row.members, "\(id)")
            #expect(preset.deviceFlow.availability == row.device, "\(id)")
            #expect(preset.email.trust == row.trust, "\(id)")
        }
    }

    @Test("every preset has one row")
    func allRows() {
        #expect(Self.rows.flatMap(\.ids).sorted() == PresetTable.all.map(\.id))
    }

    @Test(
        "the signatures of ID tokens are those of the matrix",
        arguments: [
            ("yahoo", ["ES256", "RS256"]), ("facebook-limited", ["RS256"]), ("google", ["RS256"]),
            ("microsoft", ["RS256"]), ("apple", ["RS256"]), ("line", ["HS256", "ES256"]), ("kakao", ["RS256"]),
            ("twitch", ["RS256"]), ("linkedin", ["RS256"]),
        ])
    func algorithms(_ id: String, _ names: [String]) throws {
        #expect(
            PresetFacts(preset: try PresetTable.preset(id)).byField["idTokenSigningAlgs"]
                == names.joined(separator: " ; "))
    }
}
