/// A request that the server does not hand to its handler, or not to the end.
public struct RefusedRequest: Sendable {
    /// Why it is refused.
    public enum Cause: Sendable, CaseIterable {
        /// It could be read in more than one way, or not at all.
        case malformed
        /// Its body is too long.
        case bodyTooLong
        /// Its target is too long.
        case targetTooLong
        /// Its header fields are too long.
        case fieldsTooLong
        /// Too many requests are answered already.
        case overloaded
        /// The server is about to stop.
        case stopping
        /// The handler took too long, or was cut off when the server stopped: it has seen the request.
        case outOfTime

        /// The status that it is answered with.
        public var status: Int {
            switch self {
            case .malformed: 400
            case .bodyTooLong: 413
            case .targetTooLong: 414
            case .fieldsTooLong: 431
            case .overloaded, .stopping, .outOfTime: 503
            }
        }

        /// Its stable name.
        public var code: String {
            switch self {
            case .malformed: "REQUEST_MALFORMED"
            case .bodyTooLong: "BODY_TOO_LONG"
            case .targetTooLong: "TARGET_TOO_LONG"
            case .fieldsTooLong: "FIELDS_TOO_LONG"
            case .overloaded: "SERVICE_OVERLOADED"
            case .stopping: "SERVICE_STOPPING"
            case .outOfTime: "TIME_EXCEEDED"
            }
        }

        /// What is wrong, in a sentence.
        public var reason: String {
            switch self {
            case .malformed: "the request is malformed"
            case .bodyTooLong: "the body is too long"
            case .targetTooLong: "the target is too long"
            case .fieldsTooLong: "the header fields are too long"
            case .overloaded: "the service has too many requests to answer; try again"
            case .stopping: "the service is about to stop; try again"
            case .outOfTime: "the request could not be answered in time; try again"
            }
        }
    }

    /// Why.
    public let cause: Cause
    /// The path as far as it was read; nil where it is none.
    public let path: String?
    /// The header fields; none where they could not be read.
    public let headers: HeaderFields
    /// Who sent it.
    public let peer: PeerAddress
    /// How it came.
    public let scheme: ServerRequest.Scheme

    /// Makes a refused request.
    public init(
        _ cause: Cause, path: String?, headers: HeaderFields = HeaderFields(), peer: PeerAddress,
        scheme: ServerRequest.Scheme = .http
    ) {
        self.cause = cause
        self.path = path
        self.headers = headers
        self.peer = peer
        self.scheme = scheme
    }
}

extension RequestHandler {
    /// The answer of a server that has no form of its own for it: `application/problem+json`.
    public func response(toRefused request: RefusedRequest) -> ServerResponse {
        .refusal(request.cause.status, request.cause.code, request.cause.reason)
    }
}
