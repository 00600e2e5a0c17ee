import StrictJSON

/// The head of a request whose framing is in order.
struct ReceivedHead: Sendable {
    let method: String
    let path: String
    let query: String?
    let fields: HeaderFields
    /// The length that the body is said to have; nil where none is said.
    let announcedLength: Int?
    /// Whether a body follows.
    let hasBody: Bool
    /// Whether it comes in chunks.
    let isChunked: Bool
}

/// What became of a head.
enum HeadOutcome: Sendable {
    /// It is in order.
    case read(ReceivedHead)
    /// It is not.
    case refused(RefusedRequest.Cause)
}
