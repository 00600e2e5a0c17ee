import BridgeServer
import Glibc
import HTTPServer
import Operations
import Testing

@Suite("What the service counts")
struct ServiceMetricsTests {
    private static func lines(_ stage: TestService) async -> [String] {
        await lines(stage.service)
    }

    private static func lines(_ service: BridgeService) async -> [String] {
        let telemetry = TelemetryService(service)
        let answer = Answer(
            response: await telemetry.response(to: .init(method: "GET", path: "/metrics", peer: .local)))
        #expect(answer["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
        #expect(answer["Cache-Control"] == "no-store")
        return answer.text.split(separator: "\n").map(String.init)
    }

    @Test("tokens by provider and grant, requests by route and status, refusals by their reason")
    func tokens() async throws {
        let stage = try TestService()
        #expect(try await stage.mint().status == 200)
        let token = try stage.corp.idToken(now: stage.clock.seconds)
        #expect(try await stage.exchange(token).status == 200)
        #expect(try await stage.exchange(token).status == 400)
        let lines = await Self.lines(stage)
        for line in [
            #"bridge_tokens_issued_total{provider="none",grant="client_credentials"} 1"#,
            #"bridge_tokens_issued_total{provider="corp",grant="token_exchange"} 1"#,
            #"bridge_http_requests_total{route="/token",code="200"} 2"#,
            #"bridge_http_requests_total{route="/token",code="400"} 1"#,
            #"bridge_exchange_rejected_total{provider="corp",reason="CREDENTIAL_REPLAYED"} 1"#,
            #"bridge_http_request_duration_seconds_count{route="/token"} 3"#,
            "bridge_http_requests_in_flight 0", #"bridge_build_info{version="0.0.0"} 1"#,
            #"bridge_key_state{kid="key-1",state="active"} 1"#, "bridge_audit_errors_total 0",
            "bridge_store_errors_total 0", "bridge_user_code_failures_total 0",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
    }

    @Test("sign-ins of devices by what became of them, and codes that are none")
    func devices() async throws {
        let stage = try TestService()
        let started = try await stage.startDevice()
        let denied = try await stage.startDevice()
        var browser = TestBrowser(stage)
        let entry = try await browser.get("/device")
        #expect(try await browser.submit(entry, [("user_code", "BBBB-BBBB")]).status == 400)
        let question = try await browser.submit(entry, [("user_code", try #require(denied.member("user_code")))])
        #expect(try await browser.submit(question, [("decision", "deny")]).status == 303)
        let onward = try await browser.approve(try #require(started.member("user_code")))
        #expect(try await browser.get(browser.signedIn(at: stage.corp, onward)).status == 303)
        #expect(try await stage.poll(try #require(started.member("device_code"))).status == 200)
        let lines = await Self.lines(stage)
        for (state, count) in [("pending", 2), ("denied", 1), ("approved", 1), ("redeemed", 1)] {
            #expect(lines.contains("bridge_device_sessions{state=\"\(state)\"} \(count)"), "\(state)")
        }
        #expect(lines.contains("bridge_user_code_failures_total 1"))
        #expect(lines.contains(#"bridge_tokens_issued_total{provider="corp",grant="device_code"} 1"#))
    }

    @Test("what went wrong at the store and in the audit file")
    func failures() async throws {
        let stage = try TestService()
        stage.store.fail()
        #expect(try await stage.startDevice().status == 503)
        stage.store.recover()
        await stage.audit.close()
        for _ in 0..<2 { #expect(try await stage.mint().status == 503) }
        let lines = await Self.lines(stage)
        #expect(lines.contains("bridge_store_errors_total 1") && lines.contains("bridge_audit_errors_total 2"))
        #expect(!lines.contains { $0.hasPrefix("bridge_tokens_issued_total{") })
    }

    @Test("a provider that comes with a reload has its own series, one that goes keeps what was counted")
    func providers() async throws {
        let stage = try TestService()
        #expect(try await stage.exchange(stage.corp.idToken(now: stage.clock.seconds)).status == 200)
        let text = try Fixture.text(stage).replacing(
            #""corp": {"preset""#, with: #""firm": {"preset""#
        ).replacing(#"["corp"]"#, with: #"["firm"]"#).replacing(#"["corp", "other"]"#, with: #"["firm", "other"]"#)
        try Fixture.take(text, in: stage)
        for provider in ["firm", "corp", "stranger"] {
            let answer = try await stage.exchange("no.to.ken", "&client_id=tv&provider=\(provider)")
            #expect(answer.status == 400, "\(answer.text)")
        }
        let lines = await Self.lines(stage)
        let rejected = lines.filter { $0.hasPrefix("bridge_exchange_rejected_total{") }
        #expect(rejected.contains { $0.contains(#"provider="firm""#) }, "\(rejected)")
        #expect(!rejected.contains { $0.contains(#"provider="stranger""#) }, "\(rejected)")
        #expect(lines.contains(#"bridge_tokens_issued_total{provider="corp",grant="token_exchange"} 1"#))
    }

    @Test("lines of the log that nobody could be told")
    func droppedLines() async throws {
        let stage = try TestService()
        let unwritable = unsafe open("/dev/null", O_RDONLY)
        defer { close(unwritable) }
        let sink = try DescriptorSink(descriptor: unwritable)
        let service = try BridgeService(
            TestService.configuration(in: stage.folder), keys: TestService.keys(stage.clock),
            resources: ServiceResources(
                store: stage.store,
                log: Log(format: .json, personalData: .shown, sink: sink, clock: stage.clock), audit: nil,
                clock: stage.clock), version: "0.0.0"
        ) { _ in { _ in NoTransport() } }
        #expect(await Self.lines(service).contains("bridge_log_lines_dropped_total 0"))
        for _ in 0..<3 {
            _ = await service.response(to: .init(method: "GET", path: "/.well-known/jwks.json", peer: .local))
        }
        await sink.flush(within: .seconds(10))
        #expect(sink.droppedLines == 3)
        #expect(await Self.lines(service).contains("bridge_log_lines_dropped_total 3"))
        #expect(await Self.lines(stage).contains("bridge_log_lines_dropped_total 0"))
    }

    @Test("the keys are those of the configuration that was taken last")
    func keys() async throws {
        let stage = try TestService()
        let keys = try TestService.keys(stage.clock, id: "key-2")
        try stage.service.reload(TestService.configuration(in: stage.folder), keys: keys)
        let lines = await Self.lines(stage).filter { $0.hasPrefix("bridge_key_state{") }
        #expect(lines == [#"bridge_key_state{kid="key-2",state="active"} 1"#])
    }
}
