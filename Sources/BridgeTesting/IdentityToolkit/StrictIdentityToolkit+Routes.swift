import JOSE
import Cryptography
import Threads
public import HTTPServer
import OAuthClient
import StrictJSON

extension StrictIdentityToolkit: RequestHandler {
    static let service = "identitytoolkit.googleapis.com"
    private static let keysAccount = "securetoken@system.gserviceaccount.com"
    private static let cacheControl = "public, max-age=19684, must-revalidate, no-transform"

    /// The methods of version 1 for programs of old, by their names there.
    private static let oldNames = [
        "verifyCustomToken": "accounts:signInWithCustomToken", "getAccountInfo": "accounts:lookup",
        "setAccountInfo": "accounts:update", "verifyAssertion": "accounts:signInWithIdp",
        "createAuthUri": "accounts:createAuthUri",
    ]

    /// Answers a request, whose path begins with the host.
    public func response(to request: ServerRequest) async -> ServerResponse {
        guard let read = SandboxRequest(request), let host = read.segments.first else {
            return StrictIAM.notFound.response
        }
        do throws(GoogleFault) {
            let rest = read.dropping(1)
            switch host {
            case "securetoken.googleapis.com": return try refresh(rest)
            case "identitytoolkit.googleapis.com": return try answer(rest)
            case "www.googleapis.com": return try oldAnswer(rest)
            default: throw StrictIAM.notFound
            }
        } catch {
            return error.response
        }
    }

    /// Whether a request to www.googleapis.com is for Identity Toolkit, and not for the keys of an account.
    func answers(_ request: ServerRequest) -> Bool {
        guard let read = SandboxRequest(request), let host = read.segments.first else { return false }
        guard host == "www.googleapis.com" else {
            return host == "securetoken.googleapis.com" || host == Self.service
        }
        return read.segments.dropFirst().first == "identitytoolkit" || read.segments.last == Self.keysAccount
    }

    private func answer(_ request: SandboxRequest) throws(GoogleFault) -> ServerResponse {
        let path = request.segments
        if path.first == "v2" { return try secondVersionAnswer(Array(path.dropFirst()), request) }
        guard path.first == "v1" else { throw StrictIAM.notFound }
        if path.count == 2, request.method == "GET", path[1] == "sessionCookiePublicKeys" {
            let key = state.withLock { $0.cookieKey }
            return .sandboxPublicJSON(Self.jwks([key]), cacheControl: Self.cacheControl)
        }
        guard request.method == "POST" else { throw StrictIAM.notFound }
        if path.count == 2 { return try clientAnswer(path[1], request) }
        guard path[1] == "projects", path.count >= 3 else { throw StrictIAM.notFound }
        return try administratorAnswer(Array(path.dropFirst(2)), request)
    }

    private func oldAnswer(_ request: SandboxRequest) throws(GoogleFault) -> ServerResponse {
        let form = request.segments.dropLast().joined(separator: "/")
        let last = request.segments.last ?? ""
        let isReading = request.method == "GET" || request.method == "HEAD"
        switch form {
        case "identitytoolkit/v3/relyingparty" where isReading && last == "publicKeys":
            return .sandboxPublicJSON(
                Self.certificates([state.withLock { $0.cookieKey }]), cacheControl: Self.cacheControl)
        case "identitytoolkit/v3/relyingparty":
            guard request.method == "POST", let method = Self.oldNames[last] else { throw StrictIAM.notFound }
            return try clientAnswer(method, request)
        case "robot/v1/metadata/x509" where isReading && last == Self.keysAccount:
            return .sandboxPublicJSON(Self.certificates(state.withLock { $0.keys }), cacheControl: Self.cacheControl)
        case "service_accounts/v1/jwk" where isReading && last == Self.keysAccount,
            "service_accounts/v1/metadata/jwk" where isReading && last == Self.keysAccount:
            return .sandboxPublicJSON(Self.jwks(state.withLock { $0.keys }), cacheControl: Self.cacheControl)
        default: throw StrictIAM.notFound
        }
    }

    /// A method that clients call with an API key.
    private func clientAnswer(_ method: String, _ request: SandboxRequest) throws(GoogleFault) -> ServerResponse {
        switch method {
        case "accounts:signInWithCustomToken":
            try checkAPIKey(request, Self.service)
            return try signIn(request)
        case "accounts:lookup":
            try checkAPIKey(request, Self.service)
            return try lookUpOwn(request)
        case "accounts:update":
            try checkAPIKey(request, Self.service)
            return try updateOwn(request)
        case "accounts:signInWithIdp":
            try checkAPIKey(request, Self.service)
            return try signInWithProvider(request)
        case "accounts:createAuthUri":
            try checkAPIKey(request, Self.service)
            return try createAuthURI(request)
        default: throw StrictIAM.notFound
        }
    }

    /// Lets only requests on that have a key of the project.
    func checkAPIKey(_ request: SandboxRequest, _ service: String) throws(GoogleFault) {
        try iam.failIfWished()
        guard let key = request.queryValues("key").first ?? request.headers["x-goog-api-key"], !key.isEmpty else {
            throw GoogleFault.callerUnregistered
        }
        guard project.apiKeys.contains(where: { $0.hasSameBytes(as: key) }) else {
            throw GoogleFault.apiKeyInvalid(service)
        }
    }

    /// The tenant that a request names, which must be usable; the empty text is none.
    func tenant(_ value: JSONValue?) throws(GoogleFault) -> String? {
        switch value {
        case nil, .null?, .string("")?: return nil
        case .string(let tenant)?:
            try checkTenant(tenant, GoogleFault.toolkit)
            return tenant
        case _?: throw GoogleFault.invalidArgument("Invalid value at 'tenant_id' (TYPE_STRING)")
        }
    }

    /// Refuses a tenant that is unknown, disabled or deleted.
    func checkTenant(_ tenant: String, _ fault: (String) -> GoogleFault) throws(GoogleFault) {
        switch state.withLock({ $0.tenants[TextKey(tenant)] }) {
        case nil: throw fault("INVALID_TENANT_ID")
        case .disabled?: throw fault("TENANT_DISABLED")
        case .deleted?: throw fault("TENANT_DELETED")
        case .enabled?: return
        }
    }

    /// The body as JSON, its members in lowerCamelCase whichever way they were written.
    static func body(_ request: SandboxRequest, known: [String]) throws(GoogleFault) -> JSONObject {
        let written = known + known.map(snakeCase)
        let object = try StrictIAM.object(request, known: written)
        var result = JSONObject()
        for member in object.members {
            result[known.first { snakeCase($0).hasSameBytes(as: member.name) } ?? member.name] = member.value
        }
        return result
    }

    private static func snakeCase(_ name: String) -> String {
        name.reduce(into: "") { text, character in
            text += character.isUppercase ? "_\(character.lowercased())" : String(character)
        }
    }

    private static func certificates(_ keys: [SessionKey]) -> JSONObject {
        var object = JSONObject()
        for key in keys { object[key.key.keyID] = .string(key.certificate.pem) }
        return object
    }

    private static func jwks(_ keys: [SessionKey]) -> JSONObject {
        .of(["keys": .array(keys.map { .object($0.key.publicKey.material.webKey(keyID: $0.key.keyID)) })])
    }
}
