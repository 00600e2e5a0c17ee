import HTTPServer

/// Which pages of other sites may call the service by script (CORS): none, unless the operator names their origins.
struct OriginPolicy: Sendable {
    private let allowed: [String]

    /// Makes the policy of a route.
    init(_ origins: [String], _ route: Route) {
        allowed = route.allowsOtherOrigins ? origins : []
    }

    /// The answer to a browser that asks beforehand; nil for other requests.
    func preflight(_ request: ServerRequest) -> ServerResponse? {
        guard request.method == "OPTIONS", let origin = origin(of: request),
            request.headers["Access-Control-Request-Method"] != nil
        else { return nil }
        return ServerResponse(
            status: 204,
            headers: HeaderFields([
                HeaderFields.Field("Access-Control-Allow-Origin", origin),
                HeaderFields.Field("Access-Control-Allow-Methods", "GET, POST"),
                HeaderFields.Field("Access-Control-Allow-Headers", "Authorization, Content-Type"),
                HeaderFields.Field("Access-Control-Max-Age", "600"), HeaderFields.Field("Vary", "Origin"),
            ]))
    }

    /// The response, which the page that asked may read if its origin is allowed.
    func allowing(_ response: ServerResponse, _ request: ServerRequest) -> ServerResponse {
        guard !allowed.isEmpty else { return response }
        var response = response
        response.headers.append("Vary", "Origin")
        if let origin = origin(of: request) {
            response.headers.append("Access-Control-Allow-Origin", origin)
            response.headers.append("Access-Control-Expose-Headers", "Retry-After, WWW-Authenticate, X-Request-Id")
        }
        return response
    }

    private func origin(of request: ServerRequest) -> String? {
        guard let origin = request.headers["Origin"] else { return nil }
        return allowed.first { $0.utf8.elementsEqual(origin.utf8) }
    }
}
