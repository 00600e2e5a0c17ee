import HTTPServer
import OAuthClient
import StrictJSON

/// A request as the sandbox reads it: the path in its decoded segments.
struct SandboxRequest: Sendable {
    let method: String
    /// The segments of the path.
    let segments: [String]
    let headers: HeaderFields
    let body: [UInt8]
    private let queryText: String

    /// Reads a request; nil where its path is malformed.
    init?(_ request: ServerRequest) {
        var segments: [String] = []
        for piece in request.path.split(separator: "/", omittingEmptySubsequences: true) {
            // A plus sign stands for itself in a path.
            guard let segment = FormURLEncoding.decode([UInt8](piece.replacing("+", with: "%2B").utf8)) else {
                return nil
            }
            segments.append(segment)
        }
        self.init(
            method: request.method, segments: segments, headers: request.headers, body: request.body,
            queryText: request.query ?? "")
    }

    private init(method: String, segments: [String], headers: HeaderFields, body: [UInt8], queryText: String) {
        self.method = method
        self.segments = segments
        self.headers = headers
        self.body = body
        self.queryText = queryText
    }

    /// The same request without the first segments of its path.
    func dropping(_ count: Int) -> SandboxRequest {
        SandboxRequest(
            method: method, segments: Array(segments.dropFirst(count)), headers: headers, body: body,
            queryText: queryText)
    }

    /// The path in one, without the slash at its beginning.
    var path: String { segments.joined(separator: "/") }

    /// The parameters of the query; nil where they are malformed or one is there twice.
    var query: FormParameters? { try? FormParameters(parsing: [UInt8](queryText.utf8)) }

    /// All values of a parameter of the query.
    func queryValues(_ name: String) -> [String] {
        queryText.split(separator: "&").compactMap { pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, FormURLEncoding.decode([UInt8](parts[0].utf8))?.hasSameBytes(as: name) == true
            else { return nil }
            return FormURLEncoding.decode([UInt8](parts[1].utf8))
        }
    }

    /// The parameters of a form in the body; nil where it is none, is malformed, or has one twice.
    var form: FormParameters? {
        guard isForm else { return nil }
        return try? FormParameters(parsing: body)
    }

    /// Whether the body says that it is a form.
    var isForm: Bool {
        let type = (headers["Content-Type"] ?? "").prefix { $0 != ";" }.lowercased()
        return type.split(separator: " ").joined() == "application/x-www-form-urlencoded"
    }

    /// The token of `Authorization: Bearer`.
    var bearer: String? {
        guard let field = headers["Authorization"] else { return nil }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}
