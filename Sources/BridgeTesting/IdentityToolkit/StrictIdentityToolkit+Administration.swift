import Threads
import HTTPServer
import StrictJSON

extension StrictIdentityToolkit {
    /// A method that administrators call with an access token, for a project or for one of its tenants.
    ///
    /// The path is what follows `projects`.
    func administratorAnswer(_ path: [String], _ request: SandboxRequest) throws(GoogleFault) -> ServerResponse {
        try iam.failIfWished()
        try iam.authorize(
            request, service: Self.service, scopes: ["identitytoolkit", "cloud-platform", "firebase"], .administerUsers)
        // The method of a project or tenant itself follows its name: P:createSessionCookie.
        guard let first = path.first else { throw StrictIAM.notFound }
        let isTenantPath = path.count >= 3 && path[1] == "tenants"
        let rest = Array(path.dropFirst(isTenantPath ? 3 : 1))
        let last = rest.isEmpty ? path[path.count - 1] : rest[0]
        var tenantID = isTenantPath ? path[2] : nil
        var projectID = first
        var method = last
        if rest.isEmpty {
            guard let colon = last.firstIndex(of: ":") else { throw StrictIAM.notFound }
            method = String(last[last.index(after: colon)...])
            if isTenantPath { tenantID = String(last[..<colon]) } else { projectID = String(last[..<colon]) }
        }
        guard rest.count <= 1, projectID.hasSameBytes(as: project.identifier) else {
            throw GoogleFault.toolkit("PROJECT_NOT_FOUND")
        }
        if let tenantID { try checkTenant(tenantID, GoogleFault.toolkit) }
        switch method {
        case "accounts:lookup": return try lookUp(request, tenant: tenantID)
        case "accounts": return try create(request, tenant: tenantID)
        case "accounts:update": return try update(request, tenant: tenantID)
        case "accounts:delete": return try delete(request, tenant: tenantID)
        case "createSessionCookie": return try createCookie(request, tenant: tenantID)
        default: throw StrictIAM.notFound
        }
    }

    private func create(_ request: SandboxRequest, tenant: String?) throws(GoogleFault) -> ServerResponse {
        let body = try Self.body(request, known: AccountChange.creationMembers)
        let now = try iam.currentTime()
        let uid: String
        switch body["localId"]?.string {
        case let given?: uid = given
        case nil: uid = String(try StrictIAM.faulting { () throws(SandboxError) in try source.keyID() }.prefix(28))
        }
        guard 1...128 ~= uid.utf8.count else { throw GoogleFault.toolkit("INVALID_LOCAL_ID") }
        let change = AccountChange(body)
        try state.withLock { state throws(GoogleFault) in
            let place = ToolkitPlace(uid, tenant: tenant)
            guard state.accounts[place] == nil else { throw GoogleFault.toolkit("DUPLICATE_LOCAL_ID") }
            var account = ToolkitAccount(uid: uid, tenant: tenant, now: now)
            try change.apply(to: &account, among: state.accounts)
            state.accounts[place] = account
        }
        return .sandboxJSON(.of(["kind": "identitytoolkit#SignupNewUserResponse", "localId": .string(uid)]))
    }

    private func update(_ request: SandboxRequest, tenant: String?) throws(GoogleFault) -> ServerResponse {
        let body = try Self.body(request, known: AccountChange.updateMembers)
        guard let uid = body["localId"]?.string, !uid.isEmpty else { throw GoogleFault.toolkit("MISSING_LOCAL_ID") }
        return try change(ToolkitPlace(uid, tenant: tenant), AccountChange(body))
    }

    /// `accounts:update` by a client with its own ID token.
    func updateOwn(_ request: SandboxRequest) throws(GoogleFault) -> ServerResponse {
        let known = AccountChange.updateMembers + ["idToken", "oobCode", "returnSecureToken"]
        let body = try Self.body(request, known: known)
        guard body["idToken"] != nil || body["oobCode"] != nil else {
            throw GoogleFault.toolkit("INVALID_REQ_TYPE : Unsupported request parameters.")
        }
        guard body["oobCode"] == nil else { throw GoogleFault.toolkit("INVALID_OOB_CODE") }
        guard body["customAttributes"] == nil else { throw GoogleFault.toolkit("INSUFFICIENT_PERMISSION") }
        guard body["disableUser"] == nil else { throw GoogleFault.toolkit("OPERATION_NOT_ALLOWED") }
        let account = try ownAccount(body)
        return try change(ToolkitPlace(account.uid, tenant: account.tenant), AccountChange(body))
    }

    private func change(_ place: ToolkitPlace, _ change: AccountChange) throws(GoogleFault) -> ServerResponse {
        let account = try state.withLock { state throws(GoogleFault) in
            guard var account = state.accounts[place] else { throw GoogleFault.toolkit("USER_NOT_FOUND") }
            try change.apply(to: &account, among: state.accounts)
            state.accounts[place] = account
            return account
        }
        return .sandboxJSON(
            .of([
                "kind": "identitytoolkit#SetAccountInfoResponse", "localId": .string(account.uid),
                "email": account.email.map { .string($0) }, "displayName": account.displayName.map { .string($0) },
                "photoUrl": account.photoURL.map { .string($0) },
                "emailVerified": account.email == nil ? nil : .bool(account.isEmailVerified),
            ]))
    }

    private func delete(_ request: SandboxRequest, tenant: String?) throws(GoogleFault) -> ServerResponse {
        let body = try Self.body(request, known: ["localId", "tenantId", "targetProjectId"])
        guard let uid = body["localId"]?.string, !uid.isEmpty else { throw GoogleFault.toolkit("MISSING_LOCAL_ID") }
        let removed = state.withLock { $0.accounts.removeValue(forKey: ToolkitPlace(uid, tenant: tenant)) }
        guard removed != nil else { throw GoogleFault.toolkit("USER_NOT_FOUND") }
        return .sandboxJSON(.of(["kind": "identitytoolkit#DeleteAccountResponse"]))
    }

    private func createCookie(_ request: SandboxRequest, tenant: String?) throws(GoogleFault) -> ServerResponse {
        let body = try Self.body(request, known: ["idToken", "validDuration", "tenantId"])
        let duration: Int64
        switch body["validDuration"] {
        case nil: duration = 1_209_600
        case .integer(let seconds)?: duration = seconds
        case .string(let text)? where Int64(text) != nil: duration = Int64(text) ?? 0
        default: throw GoogleFault.invalidArgument("Invalid value at 'valid_duration' (TYPE_INT64)")
        }
        let now = try iam.currentTime()
        let account = try ownAccount(body)
        guard 300...1_209_600 ~= duration else { throw GoogleFault.toolkit("INVALID_DURATION") }
        guard account.tenant.map({ TextKey($0) }) == tenant.map({ TextKey($0) }),
            let token = body["idToken"]?.string.flatMap({ try? CompactTokenPayload($0) })
        else { throw GoogleFault.toolkit("TENANT_ID_MISMATCH") }
        var payload = token.object
        payload["iss"] = .string("https://session.firebase.google.com/\(project.identifier)")
        payload["iat"] = .integer(now)
        payload["exp"] = .integer(now + duration)
        let key = state.withLock { $0.cookieKey.key }
        let signed = payload
        let cookie = try StrictIAM.faulting { () throws(SandboxError) in try key.token(signed, type: nil) }
        return .sandboxJSON(.of(["sessionCookie": .string(cookie)]))
    }
}
