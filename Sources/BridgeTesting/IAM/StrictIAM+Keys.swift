import JOSE
import Threads
import HTTPServer
import StrictJSON

extension StrictIAM {
    private static let service = "iam.googleapis.com"
    private static let scopes = ["cloud-platform", "iam"]

    /// Creates, uploads, lists, reads, disables, enables and deletes keys.
    func manageKeys(_ request: SandboxRequest) throws(GoogleFault) -> ServerResponse {
        let path = request.segments
        guard path.count >= 6 || path.count == 6, path[0] == "v1", path[1] == "projects",
            path[3] == "serviceAccounts", path.count <= 7
        else { throw Self.notFound }
        let (project, email) = (path[2], path[4])
        switch (request.method, path[5], path.count) {
        case ("POST", "keys", 6):
            try allow(request, .createKeys)
            return try create(request, try account(email, project))
        case ("POST", "keys:upload", 6):
            try allow(request, .createKeys)
            return try upload(request, try account(email, project))
        case ("GET", "keys", 6):
            try allow(request, .listKeys)
            return try list(request, try account(email, project))
        case (let method, "keys", 7): return try change(method, path[6], request, email, project)
        default: throw Self.notFound
        }
    }

    private func allow(_ request: SandboxRequest, _ permission: Permission) throws(GoogleFault) {
        try authorize(request, service: Self.service, scopes: Self.scopes, permission)
    }

    /// The account of a path, in whose project it must be unless the path says `-`.
    private func account(_ email: String, _ project: String) throws(GoogleFault) -> AccountRecord {
        guard let account = state.withLock({ $0.accounts[TextKey(email)] }),
            project.hasSameBytes(as: "-") || project.hasSameBytes(as: account.projectID)
        else { throw GoogleFault.status(404, "NOT_FOUND", "Unknown service account") }
        return account
    }

    private func list(_ request: SandboxRequest, _ account: AccountRecord) throws(GoogleFault) -> ServerResponse {
        let wanted = request.queryValues("keyTypes")
        let known = ["USER_MANAGED", "SYSTEM_MANAGED", "KEY_TYPE_UNSPECIFIED"]
        guard wanted.allSatisfy({ type in known.contains { $0.hasSameBytes(as: type) } }) else {
            throw GoogleFault.invalidArgument("Invalid value at 'key_types'.")
        }
        let types = wanted.filter { $0 != "KEY_TYPE_UNSPECIFIED" }
        let keys = account.livingKeys.filter { types.isEmpty || types.contains($0.management.rawValue) }
        // A list without elements is absent, as proto3 writes it.
        guard !keys.isEmpty else { return .sandboxJSON(JSONObject()) }
        return .sandboxJSON(.of(["keys": .array(keys.map { .object($0.json(resource: account.resource)) })]))
    }

    private func change(
        _ method: String, _ segment: String, _ request: SandboxRequest, _ email: String, _ project: String
    ) throws(GoogleFault) -> ServerResponse {
        let parts = segment.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let verb = parts.count == 2 ? parts[1] : nil
        switch (method, verb) {
        case ("GET", nil):
            try allow(request, .getKeys)
            return try read(request, try account(email, project), parts[0])
        case ("DELETE", nil):
            try allow(request, .deleteKeys)
            try update(email, project, parts[0]) { key in
                key.isDeleted = true
                return false
            }
        case ("POST", "disable"?):
            try allow(request, .disableKeys)
            try update(email, project, parts[0]) { key in
                key.isDisabled = true
                return false
            }
        case ("POST", "enable"?):
            try allow(request, .enableKeys)
            try update(email, project, parts[0]) { key in
                key.isDisabled = false
                return true
            }
        default: throw Self.notFound
        }
        return .sandboxJSON(JSONObject())
    }

    private func read(
        _ request: SandboxRequest, _ account: AccountRecord, _ keyID: String
    ) throws(GoogleFault) -> ServerResponse {
        guard let index = account.index(of: keyID) else { throw Self.unknownKey }
        var json = account.keys[index].json(resource: account.resource)
        switch request.queryValues("publicKeyType").first {
        case nil, "TYPE_NONE"?: break
        case "TYPE_X509_PEM_FILE"?:
            json["publicKeyData"] = .string(
                StandardBase64.encode([UInt8](account.keys[index].certificate.pem.utf8)))
        default: throw GoogleFault.invalidArgument("Invalid value at 'public_key_type'.")
        }
        return .sandboxJSON(json)
    }

    private static let unknownKey = GoogleFault.status(404, "NOT_FOUND", "Service account key does not exist.")

    /// Changes a key; the closure says whether it shows from now on.
    private func update(
        _ email: String, _ project: String, _ keyID: String, _ body: (inout AccountKey) -> Bool
    ) throws(GoogleFault) {
        _ = try account(email, project)
        let now = try currentTime()
        try state.withLock { state throws(GoogleFault) in
            let account = TextKey(email)
            guard let index = state.accounts[account]?.index(of: keyID) else { throw Self.unknownKey }
            guard var key = state.accounts[account]?.keys[index], key.management == .user else {
                throw GoogleFault.status(
                    400, "FAILED_PRECONDITION", "A key that Google manages cannot be changed.")
            }
            let isShown = body(&key)
            key.changes.append(AccountKey.Change(time: now, isShown: isShown))
            state.accounts[account]?.keys[index] = key
        }
    }

    func currentTime() throws(GoogleFault) -> Int64 {
        try Self.faulting { () throws(SandboxError) in try source.now() }
    }
}
