public import Cryptography
public import HTTPServer

/// The place of a request in a trace (W3C Trace Context, level 1).
///
/// `tracestate` is not passed on, as the specification allows.
public struct TraceContext: Sendable, Hashable {
    /// The header field that carries it.
    public static let headerName = "traceparent"

    /// Whether the caller records the trace.
    public enum Sampling: UInt8, Sendable {
        /// It may not.
        case notSampled = 0
        /// It may.
        case sampled = 1
    }

    /// The trace: 32 hexadecimal digits, not all 0.
    public let traceID: String
    /// The span: 16 hexadecimal digits, not all 0.
    public let spanID: String
    /// Whether the caller records the trace.
    public let sampling: Sampling

    private init(traceID: String, spanID: String, sampling: Sampling) {
        self.traceID = traceID
        self.spanID = spanID
        self.sampling = sampling
    }

    /// Reads a `traceparent`; nil for what is none.
    ///
    /// - Parameter text: The value of the field. Of a later version, only what version 00 has is read.
    public init?(parsing text: String) {
        let bytes = [UInt8](text.utf8)
        guard 55...512 ~= bytes.count, [2, 35, 52].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }) else { return nil }
        let version = bytes[0..<2]
        let (trace, span, flags) = (bytes[3..<35], bytes[36..<52], bytes[53..<55])
        guard [version, trace, span, flags].allSatisfy({ $0.allSatisfy(Self.isDigit) }),
            !version.elementsEqual("ff".utf8),
            trace.contains(where: { $0 != UInt8(ascii: "0") }), span.contains(where: { $0 != UInt8(ascii: "0") }),
            bytes.count == 55 || (!version.elementsEqual("00".utf8) && bytes[55] == UInt8(ascii: "-")),
            let flagBits = UInt8(String(decoding: flags, as: UTF8.self), radix: 16)
        else { return nil }
        traceID = String(decoding: trace, as: UTF8.self)
        spanID = String(decoding: span, as: UTF8.self)
        sampling = flagBits & 1 == 1 ? .sampled : .notSampled
    }

    /// Begins a trace.
    ///
    /// - Parameter random: Where its identifiers come from.
    /// - Throws: `CryptographyError` with code `libraryFailed`.
    public init(random: some RandomSource) throws(CryptographyError) {
        let bytes = try random.bytes(count: 24)
        self.init(
            traceID: Self.identifier(bytes.prefix(16)), spanID: Self.identifier(bytes.suffix(8)), sampling: .notSampled)
    }

    /// A span of our own in the same trace: for the request that is served, and for each that is made on its behalf.
    ///
    /// - Parameter random: Where its identifier comes from.
    /// - Returns: The span.
    /// - Throws: `CryptographyError` with code `libraryFailed`.
    public func child(random: some RandomSource) throws(CryptographyError) -> TraceContext {
        TraceContext(traceID: traceID, spanID: Self.identifier(try random.bytes(count: 8)[...]), sampling: sampling)
    }

    /// Our span for a request: in the trace that the caller names, else in a new one.
    ///
    /// - Parameters:
    ///   - headers: The request's header fields.
    ///   - random: Where new identifiers come from.
    /// - Returns: The span.
    /// - Throws: `CryptographyError` with code `libraryFailed`.
    public static func resolve(
        headers: HeaderFields, random: some RandomSource
    ) throws(CryptographyError) -> TraceContext {
        guard let text = headers[headerName], let parent = TraceContext(parsing: text) else {
            return try TraceContext(random: random)
        }
        return try parent.child(random: random)
    }

    /// The value of the header field, for a request that is made.
    public var traceparent: String {
        "00-\(traceID)-\(spanID)-0\(sampling.rawValue)"
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        0x30...0x39 ~= byte || 0x61...0x66 ~= byte
    }

    private static func identifier(_ bytes: ArraySlice<UInt8>) -> String {
        // All 0 means none.
        let isNone = bytes.allSatisfy { $0 == 0 }
        return isNone ? String(repeating: "0", count: bytes.count * 2 - 1) + "1" : Array(bytes).hexadecimal
    }
}
