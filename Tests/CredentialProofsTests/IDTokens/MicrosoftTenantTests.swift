import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("ID tokens: tenants of Microsoft (PRV-22)")
struct MicrosoftTenantTests {
    private static let ours = "11111111-2222-3333-4444-aaaaaaaaaaaa"
    private static let other = "99999999-8888-7777-6666-bbbbbbbbbbbb"
    private static let personal = MicrosoftTenant.personalAccounts
    private static let domain = "contoso.example"

    private static func issuer(_ tenant: String) -> String { "https://login.microsoftonline.com/\(tenant)/v2.0" }

    private static func stage(_ tenant: String, allowed: [String] = []) throws -> Stage {
        try Stage("microsoft", parameters: [.tenant: tenant]) { _ in
        } change: {
            $0.idToken?.allowedTenants = allowed
        }
    }

    /// A token of a tenant, whose issuer and `tid` fit where nothing else is said.
    private static func token(_ tenant: String, iss: JSONValue? = nil, tid: JSONValue?? = nil) throws -> String {
        try Forge.token(["iss": iss ?? .string(issuer(tenant)), "tid": tid ?? .string(tenant)])
    }

    @Test("common takes every tenant, organizations all but personal accounts, consumers those alone")
    func words() async throws {
        for tenant in [ours, personal] {
            let identity = try await Self.stage("common").identity(Self.token(tenant))
            #expect(identity.issuer == "https://login.microsoftonline.com/{tenantid}/v2.0")
        }
        _ = try await Self.stage("organizations").identity(Self.token(Self.ours))
        #expect(try await Self.stage("organizations").refusal(Self.token(Self.personal)).code == .credentialInvalid)
        _ = try await Self.stage("consumers").identity(Self.token(Self.personal))
        #expect(try await Self.stage("consumers").refusal(Self.token(Self.ours)).code == .credentialInvalid)
    }

    private var ours: String { Self.ours }
    private var personal: String { Self.personal }

    @Test("a tenant that is configured by its GUID takes itself alone, however the configuration writes it")
    func directory() async throws {
        for tenant in [Self.ours, Self.ours.uppercased()] {
            let stage = try Self.stage(tenant)
            #expect(try await stage.identity(Self.token(Self.ours)).subject.value == "user-0001")
            for foreign in [Self.other, Self.personal] {
                let error = try await stage.refusal(Self.token(foreign))
                #expect(error.code == .credentialInvalid)
                #expect(error.reason.contains(foreign))
            }
        }
    }

    @Test(
        "the issuer must be that of the token's own tid",
        arguments: [
            issuer(other), issuer("{tenantid}"), issuer("common"), issuer("organizations"), issuer("consumers"),
            "https://sts.windows.net/\(ours)/", "https://login.microsoftonline.com/\(ours)/",
            "https://login.microsoftonline.com/\(ours)/v2.0/", "https://login.microsoftonline.com/\(ours)",
            "http://login.microsoftonline.com/\(ours)/v2.0", "https://login.microsoftonline.us/\(ours)/v2.0",
            "https://login.microsoftonline.com/\(ours)/v1.0", "https://evil.example/\(ours)/v2.0", "",
        ])
    func issuers(_ issuer: String) async throws {
        for tenant in ["common", "organizations", Self.ours] {
            let error = try await Self.stage(tenant).refusal(Self.token(Self.ours, iss: .string(issuer)))
            #expect(error.code == .credentialInvalid)
        }
    }

    @Test(
        "a tid that is missing or no GUID is refused, also where the issuer is made to fit",
        arguments: [
            nil, JSONValue.null, "", "common", "{tenantid}", "contoso.example", .integer(1), .array([.string(ours)]),
            .string(ours + "/"), .string("../\(ours)"), .string(ours.replacing("-", with: "")), .string(" \(ours)"),
            .string("\(ours)%2F"), "..", ".", "11111111-2222-3333-4444-aaaaaaaaaaag",
        ])
    func tenantIdentifiers(_ value: JSONValue?) async throws {
        for tenant in ["common", "organizations", Self.ours] {
            let stage = try Self.stage(tenant)
            let fitting = Self.issuer(value?.string ?? "")
            for issuer in [Self.issuer(Self.ours), fitting] {
                let token = try Self.token(Self.ours, iss: .string(issuer), tid: .some(value))
                #expect(try await stage.refusal(token).code == .credentialInvalid)
            }
        }
    }

    @Test("a tid in upper case is the same tenant, if the issuer is written alike")
    func upperCase() async throws {
        let upper = Self.ours.uppercased()
        for tenant in ["common", Self.ours] {
            let stage = try Self.stage(tenant)
            #expect(try await stage.identity(Self.token(upper)).subject.value == "user-0001")
            let mixed = try Self.token(upper, iss: .string(Self.issuer(Self.ours)))
            #expect(try await stage.refusal(mixed).code == .credentialInvalid)
        }
        let personal = try Self.token(Self.personal.uppercased())
        #expect(try await Self.stage("organizations").refusal(personal).code == .credentialInvalid)
    }

    @Test("allowed tenants narrow what the preset takes, and never widen it")
    func allowedTenants() async throws {
        let stage = try Self.stage("organizations", allowed: [Self.ours.uppercased(), Self.personal])
        #expect(try await stage.identity(Self.token(Self.ours)).subject.value == "user-0001")
        for foreign in [Self.other, Self.personal] {
            #expect(try await stage.refusal(Self.token(foreign)).code == .credentialInvalid)
        }
        let single = try Self.stage(Self.ours, allowed: [Self.other])
        #expect(try await single.refusal(Self.token(Self.other)).code == .credentialInvalid)
        #expect(try await single.refusal(Self.token(Self.ours)).code == .credentialInvalid)
        let nobody = try Self.stage("common", allowed: [""])
        #expect(try await nobody.refusal(Self.token(Self.ours)).code == .credentialInvalid)
    }

    // MARK: Domains

    private static let domainDiscovery =
        "https://login.microsoftonline.com/contoso.example/v2.0/.well-known/openid-configuration"

    private static func domainStage(issuer: String) throws -> Stage {
        let stage = try stage(domain)
        stage.transport.publish(domainDiscovery, json(["issuer": .string(issuer)]))
        return stage
    }

    @Test("a domain's tenant is the one that its metadata names, and that alone")
    func domainTenant() async throws {
        let stage = try Self.domainStage(issuer: Self.issuer(Self.ours))
        #expect(try await stage.identity(Self.token(Self.ours)).subject.value == "user-0001")
        for foreign in [Self.other, Self.personal] {
            #expect(try await stage.refusal(Self.token(foreign)).code == .credentialInvalid)
        }
        #expect(stage.transport.requests(to: Self.domainDiscovery).count == 1)
    }

    @Test(
        "metadata of a domain that names no tenant of Microsoft is of no use",
        arguments: [
            issuer("{tenantid}"), "https://evil.example/\(ours)/v2.0", "https://sts.windows.net/\(ours)/", "",
            issuer(""), issuer("."), issuer("\(ours)/x"),
        ])
    func domainMetadata(_ issuer: String) async throws {
        let stage = try Self.domainStage(issuer: issuer)
        let error = try await stage.refusal(Self.token(Self.ours))
        #expect(error.code == .providerMisconfigured || error.code == .providerUnavailable)
    }

    @Test(
        "metadata of a domain that names no GUID lets nobody in",
        arguments: ["common", "contoso.example", "organizations"])
    func domainWord(_ tenant: String) async throws {
        let stage = try Self.domainStage(issuer: Self.issuer(tenant))
        for token in [try Self.token(Self.ours), try Self.token(tenant)] {
            #expect(try await stage.refusal(token).code == .credentialInvalid)
        }
    }

    @Test("while the metadata of a domain cannot be had, no verdict is given")
    func domainDown() async throws {
        let stage = try Self.stage(Self.domain)
        stage.transport.answer(Self.domainDiscovery, .down)
        #expect(try await stage.refusal(Self.token(Self.ours)).code == .providerUnavailable)
    }

    @Test("Microsoft's description is never read for an address, which a tenant's administrator sets")
    func description() async throws {
        let stage = try Self.stage("common")
        let endpoint = "https://login.microsoftonline.com/common/oauth2/v2.0/token"
        stage.grant(["id_token": .string(try Self.token(Self.ours))], at: endpoint)
        let proven = try await stage.redeemed()
        #expect(proven.identity.profile.email == nil)
        #expect(stage.transport.requests.allSatisfy { $0.url.host == "login.microsoftonline.com" })
    }

    @Test("a key that its set gives to one tenant signs for no other, and one that is given to all signs for each")
    func keyIssuer() async throws {
        for (issuer, isAccepted) in [
            (Self.issuer(Self.ours), true), (Self.issuer("{tenantid}"), true), (Self.issuer(Self.other), false),
            ("https://login.microsoftonline.com/{tenantid}/v2.0/", false), ("", false),
        ] {
            let stage = try Self.stage("common")
            let keys = (try Stage.standardKeys()["keys"]?.array ?? []).map { key in
                var members = key.object ?? JSONObject()
                members["issuer"] = .string(issuer)
                return JSONValue.object(members)
            }
            guard case .address(let url) = stage.connection.provider.preset.endpoints.keySet else {
                Issue.record("the keys are nowhere")
                return
            }
            stage.transport.publish(url.textForMessages, json(["keys": .array(keys)]))
            let token = try Self.token(Self.ours)
            if isAccepted {
                _ = try await stage.identity(token)
            } else {
                let error = try await stage.refusal(token)
                #expect(error.code == .credentialInvalid)
                #expect(error.reason.contains("is signed with a key of"), "\(error.reason)")
            }
        }
    }
}
