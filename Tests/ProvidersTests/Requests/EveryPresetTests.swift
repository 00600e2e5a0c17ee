import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Requests of every preset")
struct EveryPresetTests {
    @Test("every preset with codes is written down")
    func complete() {
        #expect(ExpectedRequests.all.map(\.id) == RequestSamples.ids.filter { $0 != "facebook-limited" })
    }

    @Test(
        "an authorization request goes to the preset's address with its parameters and no others",
        arguments: ExpectedRequests.all)
    func authorization(_ expected: ExpectedRequests) throws {
        let request = try RequestSamples.provider(expected.id).authorizationRequest(metadata: RequestSamples.metadata())
        #expect(request.url.prefix { $0 != "?" } == expected.authorization)
        let query = try RequestSamples.query(request.url)
        let isWeChat = expected.id == "wechat"
        let names = [isWeChat ? "appid" : "client_id", "redirect_uri", "response_type", "state"]
        let scope = expected.scope == nil ? [] : ["scope"]
        #expect(query.keys.sorted() == (names + scope + expected.authorizationParameters).sorted())
        #expect(query[isWeChat ? "appid" : "client_id"] == Samples.client)
        #expect(query["scope"] == expected.scope)
        #expect(query["response_type"] == "code")
        #expect(query["redirect_uri"] == RequestSamples.redirectURI)
        #expect(query["state"] == request.pending.state.secretText)
        #expect(request.url.contains("#") == isWeChat)
        #expect(!request.url.contains(RequestSamples.secret))
        #expect(!request.url.contains("+"), "a blank is %20, which Apple demands")
    }

    @Test("7636-01: a challenge is by S256, and its verifier is kept", arguments: ExpectedRequests.all)
    func challenge(_ expected: ExpectedRequests) throws {
        let request = try RequestSamples.provider(expected.id).authorizationRequest(metadata: RequestSamples.metadata())
        let query = try RequestSamples.query(request.url)
        if case .s256(let key) = request.pending.proofKey {
            #expect(query["code_challenge"] == key.challenge)
            #expect(query["code_challenge_method"] == "S256")
            #expect(!request.url.contains(key.secretText))
        } else {
            #expect(query["code_challenge"] == nil)
        }
    }

    @Test(
        "a code is redeemed at the preset's address, once, in the preset's one way",
        arguments: ExpectedRequests.all)
    func token(_ expected: ExpectedRequests) throws {
        let provider = try RequestSamples.provider(expected.id)
        let endpoint = try provider.tokenEndpoint(RequestSamples.metadata())
        let request = try provider.codeRequest(RequestSamples.grant(), response: RequestSamples.response())
            .httpRequest(from: endpoint.client, to: endpoint.url, fields: endpoint.fields)
        #expect(request.url.textForMessages == expected.token)
        #expect(request.repetition == .never)
        let isQuery = expected.proof == .query
        #expect(request.method == (isQuery ? .get : .post))
        let form = try isQuery ? RequestSamples.query(request.url.text) : RequestSamples.form(request)
        let clients: [String] =
            switch expected.proof {
            case .basic: []
            case .form: ["client_id", "client_secret"]
            case .query: ["appid", "secret"]
            case .none: ["client_id"]
            }
        let standard = ["grant_type", "code", "redirect_uri", "code_verifier"]
        #expect(form.keys.sorted() == (standard + clients + expected.tokenParameters).sorted())
        #expect(form["grant_type"] == "authorization_code")
        #expect(form["code"] == "code/+1")
        let basic = RequestSamples.field("Authorization", of: request)
        #expect((basic != nil) == (expected.proof == .basic))
        #expect(RequestSamples.field("Accept", of: request) == "application/json")
        if !isQuery { #expect(request.url.text == expected.token, "nothing of a form is in the address") }
    }

    @Test("no description of a request shows a credential", arguments: ExpectedRequests.all)
    func descriptions(_ expected: ExpectedRequests) throws {
        let provider = try RequestSamples.provider(expected.id)
        let metadata = try RequestSamples.metadata()
        let endpoint = try provider.tokenEndpoint(metadata)
        let code = try provider.codeRequest(RequestSamples.grant("code-canary"), response: RequestSamples.response())
        var texts = ["\(try code.httpRequest(from: endpoint.client, to: endpoint.url))"]
        let token = AccessToken("token-canary")
        if let revocation = try? provider.revocation(
            of: .accessToken(token), subject: SubjectID("1"), metadata: metadata)
        {
            texts += ["\(revocation.request)", String(reflecting: revocation.request)]
        }
        if let device = try? provider.deviceSignIn(metadata: metadata) { texts.append("\(try device.startRequest())") }
        for text in texts { #expect(!text.contains("canary") && !text.contains("?")) }
    }

    @Test(
        "fields of the preset go along with token requests",
        arguments: [
            ("github", "X-GitHub-Api-Version", "2022-11-28"), ("notion", "Notion-Version", "2022-06-28"),
            ("twitch", "Client-Id", Samples.client),
        ])
    func fields(_ id: String, _ name: String, _ value: String) throws {
        let endpoint = try RequestSamples.provider(id).tokenEndpoint(nil)
        #expect(endpoint.fields == [HTTPField(name: name, value: value)])
    }

    @Test(
        "every preset whose ID tokens bring a nonce back has a policy that looks at it", arguments: RequestSamples.ids)
    func nonces(_ id: String) throws {
        let provider = try RequestSamples.provider(id)
        #expect((provider.idToken?.nonce ?? .notSupported) == provider.preset.preset.authorization.nonce)
    }
}
