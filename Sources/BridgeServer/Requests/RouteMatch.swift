import OAuthClient
import StrictJSON

/// A route that a path leads to, with what stands in its variable part.
struct RouteMatch: Sendable {
    let route: Route
    /// The decoded last segment of routes that have a variable one.
    let variable: String?

    /// Finds the route of a path; nil where there is none.
    ///
    /// - Parameters:
    ///   - path: The path as it was sent.
    ///   - prefix: The path of the issuer: proxies may leave it there or take it away.
    init?(_ path: String, prefix: String) {
        var path = path[...]
        let metadata = Route.metadata.rawValue
        // RFC 8414, section 3.1: the path of the issuer comes after the well-known one.
        if path.utf8.elementsEqual("\(metadata)\(prefix)".utf8) {
            (route, variable) = (.metadata, nil)
            return
        }
        if !prefix.isEmpty, path.utf8.starts(with: "\(prefix)/".utf8) { path = path.dropFirst(prefix.count) }
        if let route = Route(rawValue: String(path)), route.rawValue.utf8.elementsEqual(path.utf8) {
            guard !route.rawValue.utf8.contains(UInt8(ascii: "{")) else { return nil }
            (self.route, variable) = (route, nil)
            return
        }
        for route in [Route.callback, .deviceOutcome] {
            let start = route.rawValue.prefix { $0 != "{" }
            guard path.utf8.starts(with: start.utf8) else { continue }
            let rest = path.utf8.dropFirst(start.utf8.count)
            guard !rest.isEmpty, !rest.contains(UInt8(ascii: "/")), !rest.contains(UInt8(ascii: "+")),
                let decoded = FormURLEncoding.decode(Array(rest))
            else { return nil }
            (self.route, variable) = (route, decoded)
            return
        }
        return nil
    }
}
