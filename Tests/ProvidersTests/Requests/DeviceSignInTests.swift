import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Device flows of providers")
struct DeviceSignInTests {
    private static let available: Set = [
        "amazon", "auth0", "discord", "facebook", "github", "github-enterprise", "gitlab", "google", "keycloak",
        "microsoft", "oidc", "okta", "twitch",
    ]
    private static let offByDefault: Set = ["salesforce", "yandex", "zoom"]

    private func switchedOn(_ provider: inout ConfiguredProvider) {
        provider.deviceFlow.activation = .evenIfOffByDefault
    }

    @Test("there is a flow exactly where the preset has one that is on", arguments: RequestSamples.ids)
    func availability(_ id: String) throws {
        let metadata = try RequestSamples.metadata()
        let provider = try RequestSamples.provider(id)
        let on = try RequestSamples.provider(id, nil, resolve: { _ in }, switchedOn)
        let off = try RequestSamples.provider(id, nil, resolve: { _ in }) { $0.deviceFlow.activation = .off }
        if Self.available.contains(id) {
            _ = try provider.deviceSignIn(metadata: metadata)
        } else {
            #expect(try refusal { try provider.deviceSignIn(metadata: metadata) } == .deviceFlowUnavailable)
        }
        if Self.available.contains(id) || Self.offByDefault.contains(id) {
            _ = try on.deviceSignIn(metadata: metadata)
        } else {
            #expect(try refusal { try on.deviceSignIn(metadata: metadata) } == .deviceFlowUnavailable)
        }
        #expect(try refusal { try off.deviceSignIn(metadata: metadata) } == .deviceFlowUnavailable)
    }

    @Test("where metadata decides, it must name the endpoint, or the configuration must")
    func advertised() throws {
        let silent = try RequestSamples.metadata(["device_authorization_endpoint": nil as JSONValue?])
        let provider = try RequestSamples.provider("oidc")
        #expect(try refusal { try provider.deviceSignIn(metadata: silent) } == .deviceFlowUnavailable)
        #expect(try refusal { try provider.deviceSignIn() } == .deviceFlowUnavailable)
        let configured = try RequestSamples.provider("oidc") {
            $0.endpoints.deviceAuthorization = try EndpointURL("https://id.example/d")
        }
        #expect(try configured.deviceSignIn(metadata: silent).startRequest().url.text == "https://id.example/d")
    }

    @Test("both requests have the provider's addresses, words and credentials", arguments: ExpectedDeviceRequests.all)
    func requests(_ expected: ExpectedDeviceRequests) throws {
        let provider = try RequestSamples.provider(expected.id, nil, resolve: { _ in }, switchedOn)
        let signIn = try provider.deviceSignIn(metadata: RequestSamples.metadata())
        let start = try signIn.startRequest()
        #expect(start.url.text == expected.start.url)
        #expect(try RequestSamples.form(start) == expected.start.form)
        let authorization = try DeviceAuthorizationAnswer(
            DeviceEndpointAnswer(parsing: RequestSamples.answer(ExpectedDeviceRequests.codes("https://p.test/device"))),
            vocabulary: signIn.errors, hosts: .anyHostTheProviderNames)
        let poll = try signIn.pollRequest(for: authorization)
        #expect(poll.url.text == expected.poll.url)
        #expect(try RequestSamples.form(poll) == expected.poll.form)
        for request in [start, poll] {
            #expect(request.method == .post && request.repetition == .never)
            #expect((RequestSamples.field("Authorization", of: request) != nil) == expected.isBasic)
            #expect(RequestSamples.field("Accept", of: request) == "application/json")
            #expect(!"\(request)".contains("canary"))
        }
    }

    @Test("a public client names itself where a confidential one proves itself", arguments: ["oidc", "auth0", "okta"])
    func publicClient(_ id: String) throws {
        let signIn = try RequestSamples.provider(id, ClientCredential.none).deviceSignIn(
            metadata: RequestSamples.metadata())
        let start = try signIn.startRequest()
        #expect(try RequestSamples.form(start)["client_id"] == Samples.client)
        #expect(RequestSamples.field("Authorization", of: start) == nil)
    }

    @Test("a secret or token that the flow needs and the configuration lacks is an error")
    func missing() throws {
        for id in ["google", "discord"] {
            let provider = try RequestSamples.provider(id, ClientCredential.none)
            #expect(try refusal { try provider.deviceSignIn() } == .clientAuthenticationMissing)
        }
        let facebook = try RequestSamples.provider("facebook", nil, resolve: { _ in }) { $0.clientToken = nil }
        #expect(try refusal { try facebook.deviceSignIn() } == .clientAuthenticationMissing)
    }

    @Test("scopes are limited to those that Google allows on devices, and to those preconfigured (PRV-18)")
    func scopes() throws {
        let google = try RequestSamples.provider("google")
        #expect(
            try google.deviceSignIn(additionalScopes: ScopeSet(["https://www.googleapis.com/auth/drive.file"]))
                .scopes.scopes.count == 4)
        for scope in ["offline_access", "https://www.googleapis.com/auth/drive", "OpenID"] {
            let scopes = try ScopeSet([scope])
            #expect(try refusal { try google.deviceSignIn(additionalScopes: scopes) } == .scopeNotPreconfigured)
        }
        let github = try RequestSamples.provider("github", nil, resolve: { _ in }) {
            $0.preconfiguredScopes = try ScopeSet(["read:user", "user:email"])
        }
        let repo = try ScopeSet(["repo"])
        #expect(try refusal { try github.deviceSignIn(additionalScopes: repo) } == .scopeNotPreconfigured)
    }

    @Test(
        "PRV-27: the person is sent to the provider's hosts",
        arguments: [
            ("github", "https://github.com/login/device"), ("google", "https://www.google.com/device"),
            ("microsoft", "https://microsoft.com/devicelogin"), ("microsoft", "https://login.microsoft.com/device"),
            ("facebook", "https://www.facebook.com/device"), ("twitch", "https://www.twitch.tv/activate"),
            ("amazon", "https://amazon.com/us/code"), ("discord", "https://discord.com/activate"),
            ("oidc", "https://anywhere.example/device"), ("okta", "https://id.example/activate"),
        ])
    func hosts(_ id: String, _ uri: String) async throws {
        let signIn = try RequestSamples.provider(id).deviceSignIn(metadata: RequestSamples.metadata())
        let script = ProviderScript([(try signIn.startRequest().url.text, 200, ExpectedDeviceRequests.codes(uri))])
        let started = try await signIn.start(over: script, clock: JumpingClock())
        #expect(started.authorization.verificationURI.text == uri)
        #expect(started.authorization.userCode == "WDJB-MJHT")
    }

    @Test(
        "PRV-27: the person is sent nowhere else",
        arguments: [
            ("github", "https://github.com.evil.example/login/device"), ("github", "https://gist.github.com/device"),
            ("google", "https://evil.example/device"), ("microsoft", "https://microsoft.com.evil.example/"),
            ("facebook", "http://www.facebook.com/device"), ("twitch", "https://evil.example/activate"),
            ("okta", "https://id.example.evil/activate"), ("gitlab", "javascript:alert(1)"),
        ])
    func otherHosts(_ id: String, _ uri: String) async throws {
        let signIn = try RequestSamples.provider(id).deviceSignIn(metadata: RequestSamples.metadata())
        let script = ProviderScript([(try signIn.startRequest().url.text, 200, ExpectedDeviceRequests.codes(uri))])
        await #expect(throws: OAuthClientError(.addressNotAllowed, "")) {
            _ = try await signIn.start(over: script, clock: JumpingClock())
        }
    }

    @Test("PRV-27: a host may be configured, and then a generic provider has no others")
    func configuredHosts() async throws {
        let provider = try RequestSamples.provider("oidc", nil, resolve: { _ in }) {
            $0.deviceFlow.verificationHosts = ["login.example"]
        }
        let signIn = try provider.deviceSignIn(metadata: RequestSamples.metadata())
        let url = try signIn.startRequest().url.text
        for (uri, isAllowed) in [
            ("https://login.example/d", true), ("https://id.example/d", true), ("https://evil.example/d", false),
        ] {
            let script = ProviderScript([(url, 200, ExpectedDeviceRequests.codes(uri))])
            do throws(OAuthClientError) {
                _ = try await signIn.start(over: script, clock: JumpingClock())
                #expect(isAllowed)
            } catch {
                #expect(!isAllowed && error.code == .addressNotAllowed)
            }
        }
    }
}
