import Providers
import StrictJSON
import TestSupport
import Testing

@Suite("E-mail addresses and what they are worth")
struct EmailTests {
    typealias Standing = ProviderProfile.Email.Standing

    @Test(
        "PRV-14: a flag means verified only by the values of its rule",
        arguments: [
            (VerificationFlag.literalTrue, ["true"]), (.trueOrText, ["true", #""true""#]),
            (.trueOrOne, ["true", "1", #""1""#, #""true""#]), (.one, ["1"]),
        ])
    func flags(_ flag: VerificationFlag, _ values: [String]) throws {
        let all = [
            "true", "false", "1", "0", "2", "-1", "1.0", "1e0", #""true""#, #""false""#, #""1""#, #""0""#, #""True""#,
            #""TRUE""#, #""yes""#, #""on""#, #"" true""#, #""""#, "[true]", "[]", "{}", #"{"a":true}"#,
        ]
        for value in all {
            #expect(
                flag.read(try Samples.json(value)) == (values.contains(value) ? .verified : .notVerified), "\(value)")
        }
        #expect(flag.read(.null) == .missing)
        #expect(flag.read(nil) == .missing)
    }

    @Test(
        "B18: anything but true counts as not verified, and nothing strange fails the login",
        arguments: ["oidc", "apple", "google", "linkedin"])
    func emailVerifiedCases(_ id: String) throws {
        let folder = try Locations.caseFolder("B18")
        let variants = try #require(
            JSONObject(parsing: Locations.bytes("\(folder)/case.json"), limits: .document)["variants"]?.array)
        #expect(variants.count == 10)
        for variant in variants.compactMap(\.object) {
            let file = try #require(variant["file"]?.string)
            let payload = try Samples.payload(ofToken: Locations.bytes("\(folder)/\(file)"))
            let claims = try JSONValue(parsing: payload, limits: .token)
            let profile = try Samples.resolve(id).profile(from: [claims])
            #expect(profile.email?.address == "a@example.test", "\(file)")
            #expect(JSONValue.bool(profile.emailVerified) == variant["email_verified"], "\(file)")
        }
    }

    struct Sample: Sendable, CustomTestStringConvertible {
        let id: String
        let answers: [String]
        let standing: Standing?
        var testDescription: String { "\(id): \(answers.joined(separator: " "))" }

        init(_ id: String, _ standing: Standing?, _ answers: String...) {
            (self.id, self.answers, self.standing) = (id, answers, standing)
        }
    }

    private static let samples = [
        Sample(
            "github", .verified, #"{"id":1,"email":"x@x.test"}"#,
            #"[{"email":"v@x.test","primary":false,"verified":true},{"email":"o@x.test","primary":true,"verified":true}]"#
        ),
        Sample("github", nil, #"{"id":1,"email":"public@x.test"}"#),
        Sample(
            "github", nil, #"{"id":1,"email":"p@x.test"}"#, #"[{"email":"o@x.test","primary":true,"verified":false}]"#),
        Sample("github", nil, #"{"id":1}"#, #"[{"email":"o@x.test","primary":false,"verified":true}]"#),
        Sample("github", nil, #"{"id":1}"#, #"[{"email":"o@x.test","primary":true,"verified":"true"}]"#),
        Sample(
            "github", nil, #"{"id":1}"#,
            #"[{"email":"a@x.test","primary":true,"verified":false},{"email":"b@x.test","primary":false,"verified":true}]"#
        ),
        Sample("github", nil, #"{"id":1}"#, #"{"message":"Not Found"}"#),
        Sample(
            "bitbucket", .verified, #"{"uuid":"{u}"}"#,
            #"{"values":[{"email":"b@x.test","is_primary":true,"is_confirmed":true}]}"#),
        Sample(
            "bitbucket", nil, #"{"uuid":"{u}"}"#,
            #"{"values":[{"email":"b@x.test","is_primary":true,"is_confirmed":false}]}"#),
        Sample(
            "kakao", .verified,
            #"{"id":1,"kakao_account":{"email":"k@x.test","is_email_valid":true,"is_email_verified":true}}"#),
        Sample(
            "kakao", .unverified,
            #"{"id":1,"kakao_account":{"email":"k@x.test","is_email_valid":false,"is_email_verified":true}}"#),
        Sample("kakao", .unverified, #"{"id":1,"kakao_account":{"email":"k@x.test","is_email_verified":true}}"#),
        Sample(
            "kakao", .unverified,
            #"{"id":1,"kakao_account":{"email":"k@x.test","is_email_valid":true,"is_email_verified":1}}"#),
        Sample("kakao", nil, #"{"sub":"1","email":"k@x.test","email_verified":true}"#),
        Sample("microsoft", .unverified, #"{"sub":"s","email":"victim@corp.test"}"#),
        Sample("microsoft", .unverified, #"{"sub":"s","email":"victim@corp.test","email_verified":true}"#),
        Sample("microsoft", .unverified, #"{"sub":"s","email":"victim@corp.test","xms_edov":"0"}"#),
        Sample("microsoft", .unverified, #"{"sub":"s","email":"victim@corp.test","xms_edov":null}"#),
        Sample("microsoft", .verified, #"{"sub":"s","email":"victim@corp.test","xms_edov":"1"}"#),
        Sample("microsoft", .verified, #"{"sub":"s","email":"victim@corp.test","xms_edov":1}"#),
        Sample(
            "microsoft", nil,
            #"{"sub":"s","preferred_username":"victim@corp.test","upn":"victim@corp.test","xms_edov":true}"#),
        Sample("google", .authoritative, #"{"sub":"1","email":"a@gmail.com","email_verified":true}"#),
        Sample("google", .authoritative, #"{"sub":"1","email":"a@GMail.com","email_verified":"true"}"#),
        Sample("google", .verified, #"{"sub":"1","email":"a@x.test","email_verified":true}"#),
        Sample("google", .authoritative, #"{"sub":"1","email":"a@x.test","email_verified":true,"hd":"x.test"}"#),
        Sample("google", .verified, #"{"sub":"1","email":"a@x.test","email_verified":true,"hd":""}"#),
        Sample("google", .verified, #"{"sub":"1","email":"a@x.test","email_verified":true,"hd":true}"#),
        Sample("google", .unverified, #"{"sub":"1","email":"a@gmail.com","email_verified":false,"hd":"x.test"}"#),
        Sample("google", .verified, #"{"sub":"1","email":"a@notgmail.com","email_verified":true}"#),
        Sample("google", .verified, #"{"sub":"1","email":"a@gmail.com.x.test","email_verified":true}"#),
        Sample("google", .verified, #"{"sub":"1","email":"a@x.test","verified_email":true}"#),
        Sample("google", .unverified, #"{"sub":"1","email":"a@x.test","email_verified":false,"verified_email":true}"#),
        Sample("google", .unverified, #"{"sub":"1","email":"a@x.test","email_verified":null,"verified_email":true}"#),
        Sample("google", .unverified, #"{"sub":"1","email":"a@gmail.com"}"#),
        Sample("zoom", .verified, #"{"id":"z","email":"z@x.test","verified":1}"#),
        Sample("zoom", .unverified, #"{"id":"z","email":"z@x.test","verified":true}"#),
        Sample("zoom", .unverified, #"{"id":"z","email":"z@x.test","verified":"1"}"#),
        Sample("discord", .verified, #"{"id":"1","email":"d@x.test","verified":true}"#),
        Sample("discord", .unverified, #"{"id":"1","email":"d@x.test","verified":"true"}"#),
        Sample("discord", .unverified, #"{"id":"1","email":"d@x.test"}"#),
        Sample("discord", nil, #"{"id":"1","email":null,"verified":true}"#),
        Sample("yahoo", .unverified, #"{"sub":"1","email":"y@yahoo.com","email_verified":"true"}"#),
        Sample("yahoo", .verified, #"{"sub":"1","email":"y@yahoo.com","email_verified":true}"#),
        Sample(
            "paypal", .verified, #"{"user_id":"p","emails":[{"value":"p@x.test","primary":true,"confirmed":true}]}"#),
        Sample(
            "paypal", .unverified,
            #"{"user_id":"p","emails":[{"value":"p@x.test","primary":true,"confirmed":false},{"value":"q@x.test","confirmed":true}]}"#
        ),
        Sample("twitch", .unverified, #"{"sub":"1"}"#, #"{"data":[{"id":"1"}],"email":"t@x.test"}"#),
        Sample("twitch", .verified, #"{"sub":"1","email":"t@x.test","email_verified":true}"#),
        Sample("facebook", .unverified, #"{"id":"1","email":"f@x.test","email_verified":true,"verified":true}"#),
        Sample("twitter", .unverified, #"{"data":{"id":"1","confirmed_email":"x@x.test"}}"#),
        Sample("spotify", .unverified, #"{"id":"s","email":"s@x.test","email_verified":true}"#),
        Sample("naver", .unverified, #"{"response":{"id":"n","email":"n@x.test"}}"#),
        Sample("yandex", .unverified, #"{"id":"1","emails":["a@ya.test"],"client_id":"c"}"#),
        Sample("okta", .unverified, #"{"sub":"1","email":"o@x.test","email_verified":true}"#),
        Sample("instagram", nil, #"{"id":"1","email":"i@x.test","email_verified":true}"#),
        Sample("reddit", nil, #"{"id":"1","email":"r@x.test","verified":true}"#),
    ]

    @Test("PRV-31: each provider's rule decides, and only a flag that is there and right counts", arguments: samples)
    func standing(_ sample: Sample) throws {
        let profile = try Samples.resolve(sample.id).profile(from: sample.answers.map(Samples.json))
        #expect(profile.email?.standing == sample.standing)
        #expect(profile.emailVerified == (sample.standing == .verified || sample.standing == .authoritative))
    }

    @Test(
        "PRV-31: trusting a tenant covers a flag that is absent or null, and none that says something else",
        arguments: ["okta", "auth0", "keycloak", "cognito", "oidc"])
    func trustedTenant(_ id: String) throws {
        let resolved = try Samples.resolve(id) { $0.tenantEmail = .trustTenantEmail }
        let flags: [(String, Standing)] = [
            ("", .verified), (#","email_verified":null"#, .verified), (#","email_verified":true"#, .verified),
            (#","email_verified":false"#, .unverified), (#","email_verified":"yes""#, .unverified),
            (#","email_verified":[true]"#, .unverified), (#","email_verified":0"#, .unverified),
        ]
        for (flag, standing) in flags {
            let profile = try resolved.profile(from: [Samples.json(#"{"sub":"1","email":"a@x.test"\#(flag)}"#)])
            #expect(profile.email?.standing == standing, "\(flag)")
        }
    }

    @Test("PRV-31: one Microsoft tenant can be trusted")
    func trustedMicrosoftTenant() throws {
        let resolved = try Samples.resolve("microsoft") {
            $0.parameters = PresetParameters([.tenant: "9122040d-6c67-4c5b-b112-36a304b66dad"])
            $0.tenantEmail = .trustTenantEmail
        }
        #expect(try resolved.profile(from: [Samples.json(#"{"sub":"1","email":"a@x.test"}"#)]).emailVerified)
        #expect(
            try !resolved.profile(from: [Samples.json(#"{"sub":"1","email":"a@x.test","xms_edov":false}"#)])
                .emailVerified)
    }

    @Test("generic OAuth 2.0 reads the configured members, and believes them only of a trusted tenant")
    func configuredMembers() throws {
        let answer = try Samples.json(#"{"user":{"id":1,"mail":"a@x.test","ok":true}}"#)
        let configure = { (configuration: inout PresetConfiguration) throws in
            configuration.members.email = try JSONPath(parsing: "user.mail")
            configuration.members.emailVerified = try JSONPath(parsing: "user.ok")
        }
        #expect(try Samples.resolve("oauth2").profile(from: [answer]).email == nil)
        let doubted = try Samples.resolve("oauth2", configure).profile(from: [answer])
        #expect(doubted.email?.standing == .unverified)
        let trusted = try Samples.resolve("oauth2") {
            try configure(&$0)
            $0.tenantEmail = .trustTenantEmail
        }
        #expect(try trusted.profile(from: [answer]).email?.standing == .verified)
    }

    @Test(
        "what is no address is left out, and the login goes on",
        arguments: [
            #""""#, #""a""#, #""@""#, #""a@""#, #""@x.test""#, #""a@b@x.test""#, #""a @x.test""#, #""a@x.test\n""#,
            #""a@x.test\r\nBcc: b@x.test""#, #""a\u200b@x.test""#, #""a@\u202ex.test""#, "1", "true", "null", "[]",
            #"["a@x.test"]"#, #"{"value":"a@x.test"}"#,
        ])
    func notAnAddress(_ json: String) throws {
        let profile = try Samples.resolve("yahoo").profile(
            from: [Samples.json(#"{"sub":"1","email":\#(json),"email_verified":true}"#)])
        #expect(profile.email == nil)
        #expect(!profile.emailVerified)
    }

    @Test("an address has at most 254 bytes")
    func length() throws {
        for (count, isTaken) in [(254, true), (255, false)] {
            let address = String(repeating: "a", count: count - 7) + "@x.test"
            let claims = try Samples.json(#"{"sub":"1","email":"\#(address)","email_verified":true}"#)
            #expect((try Samples.resolve("yahoo").profile(from: [claims]).email != nil) == isTaken)
        }
    }
}
