import JOSE
import HTTPServer
import OAuthClient
import StrictJSON
import Threads

extension StrictIAM {
    /// Makes a key, whose private half is shown this once.
    func create(_ request: SandboxRequest, _ account: AccountRecord) throws(GoogleFault) -> ServerResponse {
        let body = try Self.object(request, known: ["privateKeyType", "keyAlgorithm"])
        try refuse(.keyCreation, account)
        guard body["privateKeyType"] ?? "TYPE_GOOGLE_CREDENTIALS_FILE" == "TYPE_GOOGLE_CREDENTIALS_FILE" else {
            throw GoogleFault.invalidArgument("The sandbox makes keys of TYPE_GOOGLE_CREDENTIALS_FILE alone.")
        }
        guard body["keyAlgorithm"] ?? "KEY_ALG_RSA_2048" == "KEY_ALG_RSA_2048" else {
            throw GoogleFault.invalidArgument("The sandbox makes keys of KEY_ALG_RSA_2048 alone.")
        }
        try refuseEleventh(account)
        let now = try currentTime()
        let (key, file) = try Self.faulting { () throws(SandboxError) in
            try newKey(of: account, tokenURI: "https://oauth2.googleapis.com/token", now: now, shownAt: now)
        }
        try append(key, to: account)
        var json = key.json(resource: account.resource)
        json["privateKeyType"] = "TYPE_GOOGLE_CREDENTIALS_FILE"
        json["privateKeyData"] = .string(StandardBase64.encode(file))
        return .sandboxJSON(json)
    }

    /// Takes the public half of a key that was made elsewhere.
    func upload(_ request: SandboxRequest, _ account: AccountRecord) throws(GoogleFault) -> ServerResponse {
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
        let now = try currentTime()
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
            "subject": .string("\(account.resource)?configvalue=\(FormURLEncoding.encode(account.email))"),
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
}
