import Threads
import HTTPServer
import JOSE
import OAuthClient
import StrictJSON

extension StrictIAM {
    private static let service = "iamcredentials.googleapis.com"
    /// The longest time that a signed token may be good for, in seconds.
    private static let longestToken: Int64 = 12 * 3600

    /// Signs tokens and bytes, and hands out access tokens, for accounts that the caller has no key of.
    func sign(_ request: SandboxRequest) throws(GoogleFault) -> ServerResponse {
        let path = request.segments
        guard request.method == "POST", path.count == 5, path[0] == "v1", path[1] == "projects",
            path[3] == "serviceAccounts", let colon = path[4].lastIndex(of: ":")
        else { throw Self.notFound }
        let email = String(path[4][..<colon])
        let verb = String(path[4][path[4].index(after: colon)...])
        let permission: Permission
        switch verb {
        case "signJwt": permission = .signJWT
        case "signBlob": permission = .signBlob
        case "generateAccessToken": permission = .getAccessToken
        default: throw Self.notFound
        }
        try authorize(request, service: Self.service, scopes: ["cloud-platform", "iam"], permission)
        guard path[2] == "-" else {
            throw GoogleFault.invalidArgument("The project of a service account must be written as '-' here.")
        }
        guard let account = state.withLock({ $0.accounts[TextKey(email)] }) else {
            throw GoogleFault.status(404, "NOT_FOUND", "Not found; Gaia id not found for email \(email.quotedExcerpt)")
        }
        switch permission {
        case .signJWT: return try signToken(request, account)
        case .signBlob: return try signBytes(request, account)
        default: return try handOut(request, account)
        }
    }

    private func signToken(_ request: SandboxRequest, _ account: AccountRecord) throws(GoogleFault) -> ServerResponse {
        let body = try Self.object(request, known: ["payload", "delegates"])
        try Self.checkDelegates(body)
        guard let text = body["payload"]?.string,
            let payload = try? JSONObject(parsing: [UInt8](text.utf8), limits: .token)
        else { throw GoogleFault.invalidArgument("The payload must be a JSON object.") }
        let now = try currentTime()
        switch payload["exp"] {
        case nil: break
        case .integer(let expiration)? where now...(now + Self.longestToken) ~= expiration: break
        default:
            throw GoogleFault.invalidArgument(
                "exp must be a time in whole seconds that is not in the past and at most 12 hours in the future.")
        }
        let key = try systemKey(of: account)
        let token = try Self.faulting { () throws(SandboxError) in
            try key.token(
                header: .of(["alg": "RS256", "kid": .string(key.keyID), "typ": "JWT"]), payload: [UInt8](text.utf8))
        }
        return .sandboxJSON(.of(["keyId": .string(key.keyID), "signedJwt": .string(token)]))
    }

    private func signBytes(_ request: SandboxRequest, _ account: AccountRecord) throws(GoogleFault) -> ServerResponse {
        let body = try Self.object(request, known: ["payload", "delegates"])
        try Self.checkDelegates(body)
        guard let text = body["payload"]?.string, !text.isEmpty, let payload = StandardBase64.decode(text) else {
            throw GoogleFault.invalidArgument("Invalid value at 'payload' (TYPE_BYTES), Base64 decoding failed")
        }
        let key = try systemKey(of: account)
        let signature = try Self.faulting { () throws(SandboxError) in try key.signature(over: payload) }
        return .sandboxJSON(
            .of(["keyId": .string(key.keyID), "signedBlob": .string(StandardBase64.encode(signature))]))
    }

    private func handOut(_ request: SandboxRequest, _ account: AccountRecord) throws(GoogleFault) -> ServerResponse {
        let body = try Self.object(request, known: ["scope", "lifetime", "delegates"])
        try Self.checkDelegates(body)
        let scopes = (body["scope"]?.array ?? []).compactMap(\.string)
        guard !scopes.isEmpty, scopes.count == body["scope"]?.array?.count else {
            throw GoogleFault.invalidArgument("Field scope must contain at least one scope.")
        }
        let lifetime = body["lifetime"] ?? "3600s"
        guard let text = lifetime.string, text.utf8.last == UInt8(ascii: "s"), let seconds = Int64(text.dropLast()),
            1...3600 ~= seconds
        else { throw GoogleFault.invalidArgument("The lifetime must be 1s to 3600s.") }
        let now = try currentTime()
        let token = try Self.faulting { () throws(SandboxError) in
            try accessToken(for: account.email, scopes: scopes, lifetime: seconds)
        }
        return .sandboxJSON(
            .of([
                "accessToken": .string(token.secretText),
                "expireTime": .string(NumericDate(secondsSinceEpoch: now + seconds).utc),
            ]))
    }

    private static func checkDelegates(_ body: JSONObject) throws(GoogleFault) {
        guard let value = body["delegates"] else { return }
        guard let delegates = value.array,
            delegates.allSatisfy({ $0.string?.hasPrefix("projects/-/serviceAccounts/") == true })
        else { throw GoogleFault.invalidArgument("Delegates are written as projects/-/serviceAccounts/EMAIL.") }
    }

    /// Google's own key of an account, which is made when it is first needed, and known everywhere at once.
    private func systemKey(of account: AccountRecord) throws(GoogleFault) -> SandboxKey {
        if let key = account.systemKey { return key }
        let now = try currentTime()
        let (key, record) = try Self.faulting { () throws(SandboxError) in
            let key = try SandboxKey.rsa(source.random)
            let certificate = try KeyCertificate(
                selfSignedBy: key, commonName: account.email, notBefore: now - 3600, notAfter: now + 63_072_000,
                random: source.random)
            let record = AccountKey(
                keyID: key.keyID, certificate: certificate, origin: .google, management: .system,
                validBefore: certificate.notAfter,
                changes: [AccountKey.Change(time: now - propagationDelay, isShown: true)])
            return (key, record)
        }
        return state.withLock { state in
            let name = TextKey(account.email)
            // Another request may have made one meanwhile.
            if let other = state.accounts[name]?.systemKey { return other }
            state.accounts[name]?.systemKey = key
            state.accounts[name]?.keys.append(record)
            return key
        }
    }
}
