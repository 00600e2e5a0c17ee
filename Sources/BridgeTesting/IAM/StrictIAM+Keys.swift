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

    private func create(_ request: SandboxRequest, _ account: AccountRecord) throws(GoogleFault) -> ServerResponse {
        let body = try Self.object(request, known: ["privateKeyType", "keyAlgorithm"])
        try refuse(.keyCreation, account)
        guard body["privateKeyType"] ?? "TYPE_GOOGLE_CREDENTIALS_FILE" == "TYPE_GOOGLE_CREDENTIALS_FILE" else {
            throw GoogleFault.invalidArgument("The sandbox makes keys of TYPE_GOOGLE_CREDENTIALS_FILE alone.")
        }
        guard body["keyAlgorithm"] ?? "KEY_ALG_RSA_2048" == "KEY_ALG_RSA_2048" else {
            throw GoogleFault.invalidArgument("The sandbox makes keys of KEY_ALG_RSA_2048 alone.")
        }
        try refuseEleventh(account)
        let now = try time()
        let (key, file) = try Self.faulting { () throws(SandboxError) in
            try newKey(of: account, tokenURI: "https://oauth2.googleapis.com/token", now: now, shownAt: now)
        }
        try append(key, to: account)
        var json = key.json(resource: account.resource)
        json["privateKeyType"] = "TYPE_GOOGLE_CREDENTIALS_FILE"
        json["privateKeyData"] = .string(StandardBase64.encode(file))
        return .sandboxJSON(json)
    }

    private func upload(_ request: SandboxRequest, _ account: AccountRecord) throws(GoogleFault) -> ServerResponse {
        let body = try Self.object(request, known: ["publicKeyData"])
        try refuse(.keyUpload, account)
        guard let data = body["publicKeyData"]?.string, let pem = StandardBase64.decode(data) else {
            throw GoogleFault.invalidArgument("publicKeyData must be the base64 of a certificate in PEM.")
        }
        let certificate: KeyCertificate
        do throws(SandboxError) {
            certificate = try KeyCertificate(parsing: pem)
        } catch {
            throw GoogleFault.invalidArgument("Invalid public key provided: \(error.reason).")
        }
        try refuseEleventh(account)
        let now = try time()
        let key = AccountKey(
            keyID: try Self.faulting { () throws(SandboxError) in try source.keyID() }, certificate: certificate,
            origin: .user, management: .user, validBefore: certificate.notAfter,
            changes: [AccountKey.Change(time: now, isShown: true)])
        try append(key, to: account)
        return .sandboxJSON(key.json(resource: account.resource))
    }

    /// Adds a key where there is still room: others may have added one meanwhile.
    private func append(_ key: AccountKey, to account: AccountRecord) throws(GoogleFault) {
        try state.withLock { state throws(GoogleFault) in
            guard state.accounts[TextKey(account.email)]?.isFull == false else { throw Self.full }
            state.accounts[TextKey(account.email)]?.keys.append(key)
        }
    }

    private static let full = GoogleFault.status(
        400, "FAILED_PRECONDITION",
        "Maximum number of keys on account reached. A service account has at most \(AccountRecord.mostKeys) keys.")

    private func refuseEleventh(_ account: AccountRecord) throws(GoogleFault) {
        if account.isFull { throw Self.full }
    }

    /// Refuses what the organisation does not want.
    private func refuse(_ constraint: Constraint, _ account: AccountRecord) throws(GoogleFault) {
        guard state.withLock({ $0.constraints.contains(constraint) }) else { return }
        let verb =
            switch constraint {
            case .keyCreation: "creation"
            case .keyUpload: "upload"
            }
        let message = "Key \(verb) is not allowed on this service account."
        let violation = JSONObject.of([
            "type": .string(constraint.rawValue),
            "subject": .string("\(account.resource)?configvalue=\(FormSafe.encode(account.email))"),
            "description": .string(message),
        ])
        throw GoogleFault.status(
            400, "FAILED_PRECONDITION", message,
            details: [
                .object(
                    .of([
                        "@type": "type.googleapis.com/google.rpc.PreconditionFailure",
                        "violations": .array([.object(violation)]),
                    ]))
            ])
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
        let now = try time()
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

    func time() throws(GoogleFault) -> Int64 {
        try Self.faulting { () throws(SandboxError) in try source.now() }
    }
}
