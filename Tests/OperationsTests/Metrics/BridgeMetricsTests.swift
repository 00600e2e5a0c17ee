import JOSE
import Testing

@testable import Operations

@Suite("Metrics")
struct BridgeMetricsTests {
    private let metrics = BridgeMetrics(
        names: MetricNames(
            routes: ["/token", "/callback/{provider}"], providers: ["yahoo", "corp"], grants: ["token_exchange"],
            reasons: ["AUDIENCE_MISMATCH"], limits: ["network", "client"]),
        version: "1.0.0")

    private func lines(_ now: Int64 = 1000) -> [String] {
        let text = metrics.exposition(at: NumericDate(secondsSinceEpoch: now), process: nil, droppedLogLines: 0)
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map { String($0) }
    }

    @Test("Requests are counted by route and code, and timed in buckets that add up")
    func requests() {
        metrics.requestBegan()
        metrics.requestBegan()
        metrics.requestEnded(route: "/token", status: 200, duration: .milliseconds(3))
        metrics.requestBegan()
        metrics.requestEnded(route: "/token", status: 200, duration: .seconds(60))
        let lines = lines()
        #expect(lines.contains(#"bridge_http_requests_total{route="/token",code="200"} 2"#))
        #expect(lines.contains("bridge_http_requests_in_flight 1"))
        #expect(lines.contains(#"bridge_http_request_duration_seconds_bucket{route="/token",le="0.0025"} 0"#))
        #expect(lines.contains(#"bridge_http_request_duration_seconds_bucket{route="/token",le="0.005"} 1"#))
        #expect(lines.contains(#"bridge_http_request_duration_seconds_bucket{route="/token",le="10"} 1"#))
        #expect(lines.contains(#"bridge_http_request_duration_seconds_bucket{route="/token",le="+Inf"} 2"#))
        #expect(lines.contains(#"bridge_http_request_duration_seconds_count{route="/token"} 2"#))
        #expect(lines.contains(#"bridge_http_request_duration_seconds_sum{route="/token"} 60.003"#))
    }

    @Test("A value just at a bound is in its bucket")
    func bound() {
        metrics.requestEnded(route: "/token", status: 200, duration: .milliseconds(5))
        #expect(lines().contains(#"bridge_http_request_duration_seconds_bucket{route="/token",le="0.005"} 1"#))
    }

    @Test("Callers cannot make new series: what is not known is other")
    func cardinality() {
        for number in 0..<2000 {
            metrics.requestEnded(route: "/\(number)", status: number, duration: .zero)
            metrics.tokenIssued(provider: "p\(number)", grant: "g\(number)")
            metrics.exchangeRejected(provider: "p\(number)", reason: "r\(number)")
            metrics.rateLimited(by: number.isMultiple(of: 2) ? "client" : "l\(number)")
            metrics.staleKeySetUsed(issuer: "https://\(number).test")
        }
        let lines = lines()
        #expect(lines.contains(#"bridge_rate_limited_total{limit="client"} 1000"#))
        #expect(lines.contains(#"bridge_rate_limited_total{limit="other"} 1000"#))
        #expect(lines.filter { $0.hasPrefix("bridge_jwks_stale_uses_total{") }.count == 65)
        #expect(lines.contains(#"bridge_tokens_issued_total{provider="other",grant="other"} 2000"#))
        #expect(lines.contains(#"bridge_exchange_rejected_total{provider="other",reason="other"} 2000"#))
        #expect(lines.filter { $0.hasPrefix("bridge_http_requests_total{") }.count <= 65)
        #expect(lines.count < 270)
    }

    @Test("With other providers their names are labels, those of before are not, and what was counted stays")
    func otherProviders() {
        for issuer in ["https://corp.test", "https://firm.test"] {
            metrics.keySetFetched(issuer: issuer, result: .success, at: NumericDate(secondsSinceEpoch: 1))
        }
        metrics.exchangeRejected(provider: "firm", reason: "AUDIENCE_MISMATCH")
        metrics.tokenIssued(provider: "yahoo", grant: "token_exchange")
        metrics.setProviders(["corp", "firm"], issuers: ["https://firm.test"])
        for provider in ["corp", "firm", "plant"] {
            metrics.tokenIssued(provider: provider, grant: "token_exchange")
            metrics.exchangeRejected(provider: provider, reason: "AUDIENCE_MISMATCH")
        }
        let lines = lines()
        for (provider, count) in [("corp", 1), ("firm", 1), ("yahoo", 1), ("other", 1)] {
            #expect(
                lines.contains(
                    #"bridge_tokens_issued_total{provider="\#(provider)",grant="token_exchange"} \#(count)"#))
        }
        #expect(
            lines.contains(#"bridge_exchange_rejected_total{provider="firm",reason="AUDIENCE_MISMATCH"} 1"#)
                && lines.contains(#"bridge_exchange_rejected_total{provider="other",reason="AUDIENCE_MISMATCH"} 2"#))
        #expect(lines.filter { $0.hasPrefix("bridge_jwks_age_seconds{") }.count == 1)
        #expect(lines.contains { $0.hasPrefix(#"bridge_jwks_age_seconds{issuer="https://firm.test"} "#) })
        #expect(lines.filter { $0.hasPrefix("bridge_jwks_fetch_total{") }.count == 2)
    }

    @Test("Issuers and keys of the configuration are bounded too, and a long one is other")
    func issuers() {
        for number in 0..<500 {
            metrics.keySetFetched(
                issuer: "https://\(number).example", result: .success, at: NumericDate(secondsSinceEpoch: 1))
        }
        metrics.deviceSession(became: String(repeating: "x", count: 1000))
        let lines = lines()
        #expect(lines.filter { $0.hasPrefix("bridge_jwks_fetch_total{") }.count == 65)
        #expect(lines.filter { $0.hasPrefix("bridge_jwks_age_seconds{") }.count == 64)
        #expect(lines.contains(#"bridge_device_sessions{state="other"} 1"#))
    }

    @Test("A label's value cannot end its quotes or its line")
    func injection() {
        metrics.deviceSession(became: "a\"} 1\nforged{x=\"\\")
        #expect(lines().contains(#"bridge_device_sessions{state="a\"} 1\nforged{x=\"\\"} 1"#))
        #expect(!lines().contains { $0.hasPrefix("forged") })
    }

    @Test("Help and type come once for each family, and the order is always the same")
    func order() {
        metrics.tokenIssued(provider: "yahoo", grant: "token_exchange")
        metrics.tokenIssued(provider: "corp", grant: "token_exchange")
        let lines = lines()
        let families = lines.filter { $0.hasPrefix("# TYPE ") }
        #expect(families == families.sorted())
        #expect(Set(families).count == families.count)
        #expect(lines.filter { $0.hasPrefix("# HELP ") }.count == families.count)
        let issued = lines.filter { $0.hasPrefix("bridge_tokens_issued_total{") }
        #expect(issued.map { $0.contains("corp") } == [true, false])
        let text = metrics.exposition(at: NumericDate(secondsSinceEpoch: 1000), process: nil, droppedLogLines: 0)
        #expect(text.last == 0x0A)
    }

    @Test("What has no labels is there from the beginning")
    func zeros() {
        let lines = lines()
        for name in ["bridge_user_code_failures_total", "bridge_store_errors_total", "bridge_clock_skew_seconds"] {
            #expect(lines.contains("\(name) 0"))
        }
        #expect(lines.contains(#"bridge_build_info{version="1.0.0"} 1"#))
    }

    @Test("Ages are those at the time of the scrape, of the last fetch that worked")
    func ages() {
        metrics.keySetFetched(issuer: "https://a.example", result: .success, at: NumericDate(secondsSinceEpoch: 900))
        metrics.keySetFetched(issuer: "https://a.example", result: .failure, at: NumericDate(secondsSinceEpoch: 990))
        #expect(lines(1000).contains(#"bridge_jwks_age_seconds{issuer="https://a.example"} 100"#))
        #expect(lines(1000).contains(#"bridge_jwks_fetch_total{issuer="https://a.example",result="failure"} 1"#))
    }

    @Test("The states of keys are those of the last notice")
    func keys() {
        for number in 0..<1000 {
            metrics.setKeys([KeyMetrics(keyID: "k\(number)", state: "active", secondsToExpiry: nil)])
        }
        metrics.setKeys([
            KeyMetrics(keyID: "k1", state: "retiring", secondsToExpiry: 60),
            KeyMetrics(keyID: "k2", state: "active", secondsToExpiry: -5),
        ])
        let lines = lines()
        #expect(
            lines.filter { $0.hasPrefix("bridge_key_state{") } == [
                #"bridge_key_state{kid="k1",state="retiring"} 1"#, #"bridge_key_state{kid="k2",state="active"} 1"#,
            ])
        #expect(lines.contains(#"bridge_key_expiry_seconds{kid="k2"} -5"#))
    }

    @Test("Counting from many tasks loses nothing")
    func threads() async {
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { for _ in 0..<500 { metrics.tokenIssued(provider: "yahoo", grant: "token_exchange") } }
            }
        }
        #expect(lines().contains(#"bridge_tokens_issued_total{provider="yahoo",grant="token_exchange"} 4000"#))
    }

    @Test("The process is told of under the usual names")
    func process() throws {
        let statistics = ProcessStatistics(
            residentBytes: 4096, openDescriptors: 9, maximumDescriptors: 1024, processorSeconds: 0.25, startSeconds: 1.5
        )
        let text = metrics.exposition(at: NumericDate(secondsSinceEpoch: 1), process: statistics, droppedLogLines: 3)
        let lines = String(decoding: text, as: UTF8.self).split(separator: "\n")
        for line in [
            "process_resident_memory_bytes 4096", "process_open_fds 9", "process_max_fds 1024",
            "process_cpu_seconds_total 0.25", "process_start_time_seconds 1.5", "bridge_log_lines_dropped_total 3",
        ] { #expect(lines.contains(Substring(line))) }
    }
}
