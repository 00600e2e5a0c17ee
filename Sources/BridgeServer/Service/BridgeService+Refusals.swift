import Configuration
public import HTTPServer
import Operations

/// What the server refuses before it is handed on.
extension BridgeService {
    /// Answers in the form of the route, and notes it: whoever runs the service has to see overload, and attacks.
    public func response(toRefused request: RefusedRequest) -> ServerResponse {
        let generation = generation
        let caller = CallerAddress.resolve(
            peer: request.peer, scheme: request.scheme, headers: request.headers,
            trustedProxies: generation.trustedProxies)
        let cause = request.cause
        // The handler that was out of time has begun to count the request, and will count its end.
        if cause != .outOfTime {
            metrics.requestBegan()
            metrics.requestEnded(route: "none", status: cause.status, duration: .zero)
        }
        guard let context = try? RequestContext(headers: request.headers, caller: caller, random: resources.random)
        else { return ServerResponse(status: cause.status) }
        note(cause, caller, context)
        let refusal = HTTPRefusal(status: cause.status, code: cause.code, reason: cause.reason)
        var response = refusal.problem(context.requestID)
        if let path = request.path, let match = RouteMatch(path, prefix: generation.pathPrefix) {
            let read = ServerRequest(
                method: "", path: path, headers: request.headers, peer: request.peer, scheme: request.scheme)
            let incoming = IncomingRequest(http: read, match: match, caller: caller, context: context)
            response = OriginPolicy(generation.configuration.allowedOrigins, match.route)
                .allowing(refusal.response(to: incoming, generation), read)
        }
        response.headers.append(RequestID.headerName, context.requestID.text)
        return response
    }

    /// Of each cause a line a second at most, after the first few: a flood must not become one of the log.
    private func note(_ cause: RefusedRequest.Cause, _ caller: CallerAddress, _ context: RequestContext) {
        guard refusalLines.take(LimitKey(name: cause.code)) == .allowed else { return }
        resources.log.warning(
            "request refused by the server",
            [
                "code": .identifier(cause.code), "status": .number(Int64(cause.status)),
                "caller": .address(caller.address),
            ], in: context)
    }
}
