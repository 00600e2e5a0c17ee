import HTTPServer
import Operations

/// A request with what is known of who sent it.
///
/// A class, because it is handed from one step to the next: a copy of a value would count all of its parts anew.
final class IncomingRequest: Sendable {
    let http: ServerRequest
    let match: RouteMatch
    let caller: CallerAddress
    let context: RequestContext

    init(http: ServerRequest, match: RouteMatch, caller: CallerAddress, context: RequestContext) {
        self.http = http
        self.match = match
        self.caller = caller
        self.context = context
    }
}
