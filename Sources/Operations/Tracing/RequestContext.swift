public import Cryptography
public import HTTPServer

/// By what a request is known in logs, audit lines and answers.
public struct RequestContext: Sendable, Hashable {
    /// Its name.
    public let requestID: RequestID
    /// Our span.
    public let trace: TraceContext

    /// Makes a context of its parts.
    public init(requestID: RequestID, trace: TraceContext) {
        self.requestID = requestID
        self.trace = trace
    }

    /// Makes the context of a request.
    ///
    /// - Parameters:
    ///   - headers: The request's header fields.
    ///   - caller: Who called.
    ///   - random: Where new identifiers come from.
    /// - Throws: `CryptographyError` with code `libraryFailed`.
    public init(headers: HeaderFields, caller: CallerAddress, random: some RandomSource) throws(CryptographyError) {
        requestID = try RequestID.resolve(headers: headers, caller: caller, random: random)
        trace = try TraceContext.resolve(headers: headers, random: random)
    }
}
