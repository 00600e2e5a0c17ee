import CredentialProofs
import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Cases: ID tokens")
struct IDTokenCaseTests {
    private static func variants(_ identifier: String) -> [CaseFiles.Variant] {
        (try? CaseFiles(identifier: identifier).variants) ?? []
    }

    /// Holds one token against what its case expects.
    private static func check(_ identifier: String, _ variant: CaseFiles.Variant) async throws {
        let files = CaseFiles(identifier: identifier)
        let stage = try files.stage()
        let token = try files.token(variant.file)
        switch variant.expectation {
        case "accept": #expect(try await stage.identity(token).subject.value == "user-0001")
        case "reject", "reject-recommended": _ = try await stage.refusal(token)
        default: Issue.record("nobody looks at \(variant.file): \(variant.expectation)")
        }
    }

    @Test(
        "cases are there, with all their variants",
        arguments: [
            "B18": 10, "B19": 9, "B20": 16, "B21": 10, "B23": 17, "B26": 16, "B28": 8, "B30": 10, "B31": 15, "B32": 8,
            "B34": 2,
        ])
    func counts(_ identifier: String, _ count: Int) {
        #expect(Self.variants(identifier).count == count)
    }

    @Test(
        "case B18: only true and \"true\" mean that an address is verified, and nothing else fails the sign-in",
        arguments: variants("B18"))
    func verifiedFlag(_ variant: CaseFiles.Variant) async throws {
        let files = CaseFiles(identifier: "B18")
        let profile = try await files.stage().identity(files.token(variant.file)).profile
        #expect(profile.emailVerified == variant.members["email_verified"]?.bool)
    }

    @Test("case B20: audience and authorized party", arguments: variants("B20"))
    func audience(_ variant: CaseFiles.Variant) async throws { try await Self.check("B20", variant) }

    @Test("case B26: algorithms and signatures", arguments: variants("B26"))
    func algorithms(_ variant: CaseFiles.Variant) async throws { try await Self.check("B26", variant) }

    @Test("case B28: clocks, and both times in the message", arguments: variants("B28"))
    func clocks(_ variant: CaseFiles.Variant) async throws {
        try await Self.check("B28", variant)
        guard variant.expectation == "reject" else { return }
        let files = CaseFiles(identifier: "B28")
        let error = try await files.stage().refusal(files.token(variant.file))
        #expect(error.reason.contains("\(try files.now)"))
        #expect(error.reason.contains("clock"))
    }

    @Test("case B30: critical extensions and types", arguments: variants("B30"))
    func types(_ variant: CaseFiles.Variant) async throws { try await Self.check("B30", variant) }

    // MARK: Numbers

    /// GitHub, whose check names an account by this answer.
    private static func gitHub(_ answer: [UInt8]) throws -> Stage {
        let stage = try Stage("github")
        let user = String(decoding: answer, as: UTF8.self)
        let check = #"{"app":{"client_id":"client-ours"},"user":\#(user),"expires_at":null,"scopes":[]}"#
        stage.transport.answer("https://api.github.com/applications/client-ours/token", .bytes(Array(check.utf8)))
        stage.transport.answer("https://api.github.com/user", .bytes(answer))
        stage.transport.answer("https://api.github.com/user/emails", .bytes(Array("[]".utf8)))
        return stage
    }

    @Test("case B19: an identifier that is a number keeps all of its digits, or is refused", arguments: variants("B19"))
    func numbers(_ variant: CaseFiles.Variant) async throws {
        let files = CaseFiles(identifier: "B19")
        let expected = variant.members["id"]?.string
        if variant.file.hasSuffix(".jwt") {
            let identity = try await files.stage().identity(files.token(variant.file))
            #expect(identity.subject.value == expected)
            return
        }
        let stage = try Self.gitHub(try files.bytes(variant.file))
        switch variant.expectation {
        case "accept":
            #expect(try await stage.identity(accessToken: "gho_fake").subject.value == expected)
        case "reject":
            #expect(try await stage.refusal(accessToken: "gho_fake").code == .credentialInvalid)
        case "accept-exact-or-reject":
            #expect(try await stage.refusal(accessToken: "gho_fake").code == .providerAnswerInvalid)
        case "accept-or-reject":
            #expect(try await stage.identity(accessToken: "gho_fake").subject.value == "0")
        default: Issue.record("nobody looks at \(variant.file)")
        }
    }

    // MARK: Issuers

    @Test(
        "case B21: an issuer is compared byte for byte, and both are in the message",
        arguments: variants("B21").filter { $0.file.hasSuffix(".jwt") && $0.expectation != "special" })
    func issuers(_ variant: CaseFiles.Variant) async throws {
        try await Self.check("B21", variant)
        guard variant.expectation == "reject" else { return }
        let files = CaseFiles(identifier: "B21")
        let error = try await files.stage().refusal(files.token(variant.file))
        #expect(error.reason.contains("\"https://provider.test\""))
        #expect(error.reason.utf8.count { $0 == UInt8(ascii: "\"") } == 4)
    }

    @Test("case B21: Google's bare issuer is refused but by the preset for Google")
    func bareIssuer() async throws {
        let files = CaseFiles(identifier: "B21")
        let token = try files.token("google-bare-iss.jwt")
        #expect(try await files.stage().refusal(token).reason.contains("(iss)"))
        let google = try Stage("google", now: files.now)
        google.transport.answer("https://www.googleapis.com/oauth2/v3/certs", .bytes(try files.bytes("jwks.json")))
        // The token of the case lives for decades, which Google's never do: only that is wrong with it.
        let error = try await google.refusal(token)
        #expect(error.reason.contains("lives longer"))
    }

    private static let slashAddress = "https://idp.test/app/o/x/.well-known/openid-configuration"

    private static func slashStage(_ issuer: String) throws -> Stage {
        let stage = try Stage(parameters: [.issuer: issuer])
        stage.transport.publish(slashAddress, try CaseFiles(identifier: "B21").json("discovery-with-slash.json"))
        stage.transport.publish("https://idp.test/app/o/x/jwks/", try Stage.standardKeys())
        return stage
    }

    @Test("case B21: an issuer that ends with a slash keeps it in the comparison, and its metadata has one slash")
    func slash() async throws {
        let stage = try Self.slashStage("https://idp.test/app/o/x/")
        #expect(
            try await stage.identity(Forge.token(["iss": "https://idp.test/app/o/x/"])).subject.value == "user-0001")
        #expect(try await stage.refusal(Forge.token(["iss": "https://idp.test/app/o/x"])).code == .credentialInvalid)
        #expect(stage.transport.requests.first?.url.text == Self.slashAddress)
    }

    @Test("case B21: configured without the slash, the message says that the slash is the difference")
    func missingSlash() async throws {
        let stage = try Self.slashStage("https://idp.test/app/o/x")
        let error = try await stage.refusal(Forge.token(["iss": "https://idp.test/app/o/x/"]))
        #expect(error.code == .providerMisconfigured)
        #expect(error.reason.contains("slash"))
    }

    @Test("case B21: a template in the metadata is accepted only where all tenants are, by an explicit setting")
    func template() async throws {
        let stage = try Stage(parameters: [.issuer: "https://login.microsoftonline.com/common/v2.0"])
        stage.transport.publish(
            "https://login.microsoftonline.com/common/v2.0/.well-known/openid-configuration",
            try CaseFiles(identifier: "B21").json("discovery-template.json"))
        let tenant = "11111111-2222-3333-4444-555555555555"
        let token = try Forge.token([
            "iss": .string("https://login.microsoftonline.com/\(tenant)/v2.0"), "tid": .string(tenant),
        ])
        #expect(try await stage.refusal(token).code == .providerMisconfigured)
        let microsoft = try Stage("microsoft", parameters: [.tenant: "common"]) { _ in
        } change: {
            $0.idToken?.allowedTenants = [tenant]
        }
        #expect(try await microsoft.identity(token).subject.value == "user-0001")
    }

    // MARK: Key sets

    @Test(
        "case B23: unusable keys spoil no others, and a refusal says which were skipped and why",
        arguments: variants("B23"))
    func keySets(_ variant: CaseFiles.Variant) async throws {
        let files = CaseFiles(identifier: "B23")
        let stage = try files.stage(keys: variant.file)
        let token = try files.token("good.jwt")
        switch variant.expectation {
        case "accept": #expect(try await stage.identity(token).subject.value == "user-0001")
        // A key whose private half everybody can read proves nothing: that is more than a warning.
        case "accept-with-warning", "reject":
            let error = try await stage.refusal(token)
            guard variant.members["note"]?.string?.contains("skipped") == true else { return }
            #expect(error.reason.contains("skipped") || error.reason.contains("no key of the set"))
            #expect(error.code == .credentialInvalid)
        default: Issue.record("nobody looks at \(variant.file)")
        }
    }

    // MARK: Nonces

    @Test("case B32: the hash of the nonce", arguments: variants("B32"))
    func nonces(_ variant: CaseFiles.Variant) async throws {
        let files = CaseFiles(identifier: "B32")
        let raw = try #require(try files.description["raw_nonce"]?.string)
        let stage = try Stage(now: files.now) { _ in
        } change: {
            $0.idToken?.nonce = .sha256Hex
        }
        stage.transport.answer(Stage.keys, .bytes(try files.bytes("jwks.json")))
        let nonce = CallerNonce.raw(try RawNonce(raw))
        switch variant.expectation {
        case "accept":
            #expect(try await stage.identity(files.token(variant.file), nonce: nonce).subject.value == "user-0001")
        case "accept-only-if-provider-echoes-raw":
            let token = try files.token(variant.file)
            #expect(try await stage.refusal(token, nonce: nonce).code == .nonceMismatch)
            let echoing = try files.stage()
            #expect(try await echoing.identity(token, nonce: nonce).subject.value == "user-0001")
        case "accept-or-reject", "reject":
            guard variant.file.hasSuffix(".jwt") else {
                let claims = try files.token("sha256-hex.jwt")
                let hash = "9d9dbaaaab784d042bb1342ca4baafc88a2e74dc51f60b3a6f64290e8cfd3a18"
                let error = try await stage.refusal(claims, nonce: .raw(RawNonce(hash)))
                #expect(error.reason.contains("send the raw nonce"))
                return
            }
            #expect(try await stage.refusal(files.token(variant.file), nonce: nonce).code == .nonceMismatch)
        default: Issue.record("nobody looks at \(variant.file)")
        }
    }
}
