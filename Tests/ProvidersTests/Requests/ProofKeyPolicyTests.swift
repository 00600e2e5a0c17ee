import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("PKCE by preset, client and caller")
struct ProofKeyPolicyTests {
    private func use(
        _ id: String, _ credential: ClientCredential? = nil, _ policy: ProofKeyPolicy = .asPreset,
        methods: JSONValue? = .array([.string("S256")])
    ) throws -> String {
        let metadata = try RequestSamples.metadata(["code_challenge_methods_supported": methods])
        let request = try RequestSamples.provider(id, credential).authorizationRequest(
            proofKey: policy, metadata: metadata)
        return switch request.pending.proofKey {
        case .s256: "sent"
        case .withoutProofKey(because: .refusedFromConfidentialClients): "refused"
        case .withoutProofKey(because: .unknownToProvider): "unknown"
        case .withoutProofKey(because: .leftOutByCaller): "left out"
        }
    }

    @Test("confidential clients do as the preset says, with its reason")
    func asPreset() throws {
        #expect(try use("yahoo") == "refused")
        for id in ["linkedin", "naver", "twitch", "reddit", "wechat"] { #expect(try use(id) == "unknown") }
        for id in ["google", "twitter", "apple", "spotify", "oauth2"] { #expect(try use(id) == "sent") }
    }

    @Test("public clients always send a challenge", arguments: ["reddit", "spotify", "microsoft", "oidc", "twitter"])
    func publicClients(_ id: String) throws {
        #expect(try use(id, ClientCredential.none, methods: nil) == "sent")
    }

    @Test("where metadata decides, S256 must be in its list")
    func advertised() throws {
        #expect(try use("oidc") == "sent")
        #expect(try use("oidc", methods: .array([.string("plain")])) == "unknown")
        #expect(try use("oidc", methods: .array([.string("s256")])) == "unknown")
        #expect(try use("oidc", methods: nil) == "unknown")
    }

    @Test("a caller may send one all the same", arguments: ["yahoo", "linkedin", "naver", "oidc"])
    func send(_ id: String) throws {
        #expect(try use(id, nil, .send, methods: nil) == "sent")
    }

    @Test("a caller may leave it out of a confidential client's request")
    func omit() throws {
        #expect(try use("google", nil, .omitThoughLessSecure) == "left out")
        #expect(try use("yahoo", nil, .omitThoughLessSecure) == "refused")
        #expect(try use("naver", nil, .omitThoughLessSecure) == "unknown")
    }

    @Test(
        "a public client cannot do without it, nor any client of a provider that demands it",
        arguments: [("reddit", true), ("oidc", true), ("vk", true), ("twitter", false), ("twitter", true)])
    func omitRefused(_ id: String, _ isPublic: Bool) throws {
        let code = try refusal { try use(id, isPublic ? ClientCredential.none : nil, .omitThoughLessSecure) }
        #expect(code == .optionNotApplicable)
    }
}
