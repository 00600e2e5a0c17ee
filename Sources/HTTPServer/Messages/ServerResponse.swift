/// What a request is answered with.
public struct ServerResponse: Sendable {
    /// The status code.
    public let status: Int
    /// The header fields; the server adds those of the framing, and `Date`.
    public var headers: HeaderFields
    /// The body; for HEAD its length is told and it is not sent.
    public let body: [UInt8]

    /// Makes a response.
    public init(status: Int, headers: HeaderFields = HeaderFields(), body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// What answers requests.
public protocol RequestHandler: Sendable {
    /// Answers a request that has arrived whole.
    ///
    /// It is cancelled when its time is up; the caller has been answered then.
    ///
    /// - Parameter request: The request.
    /// - Returns: The response.
    func response(to request: ServerRequest) async -> ServerResponse

    /// Makes the answer to a request that the server refuses by itself, and notes it.
    ///
    /// It is called on a thread of the server's, which waits for it.
    ///
    /// - Parameter request: The request as far as it was read.
    /// - Returns: The response; its status should be that of the cause.
    func response(toRefused request: RefusedRequest) -> ServerResponse
}
