import Operations
import StrictJSON
import Testing

@Suite("Traces (W3C Trace Context)")
struct TraceTests {
    private static let trace = "0af7651916cd43dd8448eb211c80319c"
    private static let caller = "b7ad6b7169203331"

    /// Exchanges a refresh token, for which the provider is asked for its metadata, its keys and a token.
    private static func exchange(_ stage: TestService, _ fields: [(String, String)]) async throws {
        try stage.corp.grant(nonce: nil, now: stage.clock.seconds)
        let answer = try await stage.post(
            "/token",
            "grant_type=\(TestService.exchange)&subject_token=a-refresh-token-0001&client_id=tv&provider=corp"
                + "&subject_token_type=urn:ietf:params:oauth:token-type:refresh_token", fields)
        #expect(answer.status == 200, "\(answer.text)")
    }

    /// The traces of all that the provider was asked: one each.
    private static func traces(_ stage: TestService) throws -> [TraceContext] {
        let traces = stage.corp.traces
        #expect(traces.map(\.path) == ["/.well-known/openid-configuration", "/token", "/jwks"])
        return try traces.map { trace in
            #expect(trace.fields.count == 1, "\(trace.path)")
            return try #require(TraceContext(parsing: trace.fields.first ?? ""), "\(trace.path)")
        }
    }

    @Test("each request to a provider is a span of its own in the caller's trace")
    func callersTrace() async throws {
        let stage = try TestService()
        try await Self.exchange(stage, [("traceparent", "00-\(Self.trace)-\(Self.caller)-01")])
        let traces = try Self.traces(stage)
        #expect(traces.allSatisfy { $0.traceID == Self.trace && $0.sampling == .sampled })
        #expect(Set(traces.map(\.spanID)).union([Self.caller]).count == 4)
        #expect(stage.sink.text.contains(#""trace_id":"\#(Self.trace)""#))
        #expect(!stage.sink.text.contains(Self.caller))
    }

    @Test("without one, or with a broken one, in the trace that the log names", arguments: [nil, "00-\(trace)-0-01"])
    func ownTrace(field: String?) async throws {
        let stage = try TestService()
        try await Self.exchange(stage, field.map { [("traceparent", $0)] } ?? [])
        let traces = try Self.traces(stage)
        let own = try #require(traces.first?.traceID)
        #expect(own != Self.trace && traces.allSatisfy { $0.traceID == own && $0.sampling == .notSampled })
        #expect(stage.sink.text.contains(#""trace_id":"\#(own)""#))
    }

    @Test("the lines of one request are of one span, which is none of the provider's")
    func span() async throws {
        let stage = try TestService()
        try await Self.exchange(stage, [("traceparent", "00-\(Self.trace)-\(Self.caller)-01")])
        let spans = Set(
            try stage.sink.text.split(separator: "\n").map { line in
                try JSONObject(parsing: [UInt8](line.utf8), limits: .document)["span_id"]?.string
            })
        #expect(spans.count == 1)
        let span = try #require(spans.first ?? nil)
        #expect(span.utf8.count == 16 && span != Self.caller)
        #expect(try !Self.traces(stage).map(\.spanID).contains(span))
    }
}
