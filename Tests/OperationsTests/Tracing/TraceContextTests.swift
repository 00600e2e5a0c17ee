import Cryptography
import HTTPServer
import Operations
import Testing

@Suite("Trace context (W3C)")
struct TraceContextTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let valid = "00-\(trace)-00f067aa0ba902b7-01"

    @Test("A caller's trace goes on, in a span of our own")
    func resumed() throws {
        let headers = HeaderFields([.init("TraceParent", Self.valid)])
        let context = try TraceContext.resolve(headers: headers, random: FixedRandom(byte: 0x5C))
        #expect(context.traceparent == "00-\(Self.trace)-5c5c5c5c5c5c5c5c-01")
    }

    @Test("A later version is read as far as it is known")
    func later() {
        #expect(TraceContext(parsing: "cc" + Self.valid.dropFirst(2) + "-more")?.traceID == Self.trace)
        #expect(TraceContext(parsing: "cc" + Self.valid.dropFirst(2))?.sampling == .sampled)
        #expect(TraceContext(parsing: Self.valid.dropLast(2) + "fe")?.sampling == .notSampled)
    }

    @Test(
        "What is no trace context begins a new trace",
        arguments: [
            "", "00", valid + "-", valid + "0", valid + "-more", " " + valid, "ff" + valid.dropFirst(2),
            "cc" + valid.dropFirst(2) + "more", valid.uppercased(), "00_" + valid.dropFirst(3),
            "00-00000000000000000000000000000000-00f067aa0ba902b7-01", "00-\(trace)-0000000000000000-01",
            "00-\(trace)-00f067aa0ba902b7-0g", "0x-\(trace)-00f067aa0ba902b7-01",
            "00-\(trace.dropLast())-00f067aa0ba902b7-001", String(repeating: "0", count: 100_000),
            "00-4bf92f3577b34da6a3ce929d0e0e473\u{0661}-00f067aa0ba902b7-01",
        ])
    func invalid(_ text: String) throws {
        #expect(TraceContext(parsing: text) == nil)
        let headers = HeaderFields([.init("traceparent", text)])
        let context = try TraceContext.resolve(headers: headers, random: FixedRandom(byte: 0x11))
        #expect(context.traceID == String(repeating: "11", count: 16))
        #expect(context.sampling == .notSampled)
    }

    @Test("Two of them count for none")
    func repeated() throws {
        let headers = HeaderFields([.init("traceparent", Self.valid), .init("traceparent", Self.valid)])
        #expect(try TraceContext.resolve(headers: headers, random: FixedRandom(byte: 1)).traceID != Self.trace)
    }

    @Test("Identifiers are never all zero")
    func zero() throws {
        let context = try TraceContext(random: FixedRandom(byte: 0))
        #expect(TraceContext(parsing: context.traceparent) == context)
    }
}
