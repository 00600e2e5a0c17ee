import HTTPServer
import Operations

/// A request with what is known of who sent it.
struct IncomingRequest: Sendable {
    let http: ServerRequest
    let match: RouteMatch
    let caller: CallerAddress
    let context: RequestContext
}
