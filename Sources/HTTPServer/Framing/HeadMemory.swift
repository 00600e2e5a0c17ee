/// What libmicrohttpd keeps beside a head, in the memory of the connection, from which the head of the response is taken
/// too: where too little is left, the connection ends without an answer, whatever its handler has done.
///
/// The memory is small, for every connection that is kept holds all of it: half is for the head, and for what the caller
/// has sent too early; the other half is for this and the response.
struct HeadMemory: Sendable {
    /// A record of a field or cookie.
    private static let recordBytes = 64
    /// Bytes that a block may be longer than what it is for.
    private static let roundingBytes = 16
    /// What the head of a response may have, together with what stands behind a chunked body.
    private static let responseBytes = 6 << 10
    /// How many fields may stand behind a chunked body, and how long they may be.
    static let trailers = (count: 8, bytes: 512)

    private var bytes = 0
    private var hasCookies = false

    /// How much memory a connection has.
    static func size(_ configuration: HTTPServerConfiguration) -> Int {
        max(configuration.headBytes * 2, 32 << 10)
    }

    /// Whether enough is left for a response.
    func fits(_ configuration: HTTPServerConfiguration) -> Bool {
        bytes <= Self.size(configuration) / 2 - Self.responseBytes
    }

    /// Counts a field.
    ///
    /// The first `Cookie` is also copied, and cut into cookies; each part of it has a record, even an empty one.
    @unsafe mutating func add(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        bytes += Self.recordBytes
        let isCookie = unsafe HeaderFields.areEqual(String(decoding: name, as: UTF8.self), "Cookie")
        guard isCookie, !hasCookies else { return }
        hasCookies = true
        let ends = unsafe value.count { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }
        bytes += value.count + Self.roundingBytes + (ends + 1) * Self.recordBytes
    }
}
