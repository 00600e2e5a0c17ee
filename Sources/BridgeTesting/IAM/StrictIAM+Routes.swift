import Threads
public import HTTPServer
import StrictJSON

extension StrictIAM: RequestHandler {
    /// The hosts that it stands for.
    public static let hosts = [
        "iam.googleapis.com", "iamcredentials.googleapis.com", "oauth2.googleapis.com", "www.googleapis.com",
    ]

    /// Answers a request, whose path begins with the host.
    public func response(to request: ServerRequest) async -> ServerResponse {
        guard let read = SandboxRequest(request), let host = read.segments.first else {
            return Self.notFound.response
        }
        if host.hasSameBytes(as: "oauth2.googleapis.com") { return tokenResponse(read.dropping(1)) }
        do throws(GoogleFault) {
            switch host {
            case "iam.googleapis.com":
                try failIfWished()
                return try manageKeys(read.dropping(1))
            case "iamcredentials.googleapis.com":
                try failIfWished()
                return try sign(read.dropping(1))
            case "www.googleapis.com": return try publicKeys(read.dropping(1))
            default: throw Self.notFound
            }
        } catch {
            return error.response
        }
    }

    static let notFound = GoogleFault.status(404, "NOT_FOUND", "The requested URL was not found on this server.")

    /// Fails where a test wishes it.
    func failIfWished() throws(GoogleFault) {
        let status = state.withLock { state -> Int? in
            guard state.failures.count > 0 else { return nil }
            state.failures.count -= 1
            return state.failures.status
        }
        switch status {
        case nil: return
        case 429?: throw .status(429, "RESOURCE_EXHAUSTED", "Quota exceeded.")
        case 500?: throw .status(500, "INTERNAL", "Internal error encountered.")
        case let status?: throw .status(status, "UNAVAILABLE", "The service is currently unavailable.")
        }
    }

    /// Lets only callers on who have a good token, one of some scopes, and a permission.
    ///
    /// The scopes are written without their common beginning.
    func authorize(
        _ request: SandboxRequest, service: String, scopes: [String], _ permission: Permission
    ) throws(GoogleFault) {
        let now = try Self.faulting { () throws(SandboxError) in try source.now() }
        guard let token = request.bearer, let access = access(token, at: now) else {
            throw GoogleFault.status(
                401, "UNAUTHENTICATED",
                "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other "
                    + "valid authentication credential. See "
                    + "https://developers.google.com/identity/sign-in/web/devconsole-project.")
        }
        let isDisabled = state.withLock { $0.disabledServices.contains(TextKey(service)) }
        guard !isDisabled else {
            throw GoogleFault.status(
                403, "PERMISSION_DENIED",
                "The API \(service) has not been used in this project before or it is disabled. Enable it, then retry.",
                details: [GoogleFault.errorInfo("SERVICE_DISABLED", service: service)])
        }
        guard access.allows(scopes) else {
            throw GoogleFault.status(
                403, "PERMISSION_DENIED", "Request had insufficient authentication scopes.",
                details: [GoogleFault.errorInfo("ACCESS_TOKEN_SCOPE_INSUFFICIENT", service: service)])
        }
        guard !state.withLock({ $0.missingPermissions.contains(permission) }) else {
            throw GoogleFault.status(
                403, "PERMISSION_DENIED",
                "Permission '\(permission.rawValue)' denied on resource (or it may not exist).",
                details: [GoogleFault.errorInfo("IAM_PERMISSION_DENIED", service: service)])
        }
    }

    /// Runs what may fail inside, and answers such a failure as Google answers its own.
    static func faulting<Value>(_ body: () throws(SandboxError) -> Value) throws(GoogleFault) -> Value {
        do throws(SandboxError) {
            return try body()
        } catch {
            throw GoogleFault(error)
        }
    }

    /// The body of a request as JSON; an empty one is an empty object.
    static func object(_ request: SandboxRequest, known: [String]) throws(GoogleFault) -> JSONObject {
        guard !request.body.isEmpty else { return JSONObject() }
        let object: JSONObject
        do throws(JSONError) {
            object = try JSONObject(parsing: request.body, limits: .document)
        } catch {
            throw GoogleFault.invalidArgument("Invalid JSON payload received. \(error)")
        }
        for name in object.names where !known.contains(where: { $0.hasSameBytes(as: name) }) {
            throw GoogleFault.invalidArgument(
                "Invalid JSON payload received. Unknown name \(name.quotedExcerpt): Cannot find field.")
        }
        return object
    }
}
