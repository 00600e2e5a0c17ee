import CustomTokenBridge
import CustomTokens
import KeyRings
import StrictJSON

extension KeysSession {
    func importKey(_ path: String) throws -> ExitCode {
        let input = Input(console)
        if path == "-", arguments["passphrase-file"] == "-" {
            throw Failure.usage("only one thing can be read from standard input", KeysCommand.specification)
        }
        let now = try now()
        let contents = try input.secret(path, "a private key")
        var description = NewKey.Description()
        description.account = arguments["email"]
        // A folder that is not there yet has none.
        description.ringAccount = (try? folder.load())?.ring.account
        description.projectID = arguments["project"]
        description.id = arguments["key-id"]
        description.passphrase = try arguments["passphrase-file"].map { path in
            try Passphrase(text: input.secret(path, "a passphrase"))
        }
        let key: NewKey
        do {
            key = try NewKey(importing: contents, description)
        } catch let error as CryptographyError where error.code == .keyEncrypted {
            throw Failure(
                code: error.code.rawValue, message: error.reason,
                hint: "name the file of its passphrase: --passphrase-file",
                exitCode: .configuration)
        }
        key.warnings.forEach(console.warn)
        let ring = try folder.add(key, by: .importKey, at: now, auditor: auditor)
        if ring.ring[key.id]?.state == .next {
            console.note(
                "\(key.id) of \(key.account) is in \(folder.path.argumentExcerpt): published, and not signing yet")
        }
        try makeSecret()
        tellHowToActivate(key.id, ring)
        try printKey(key.id, of: ring)
        return .success
    }

    func generate() throws -> ExitCode {
        let now = try now()
        var description = NewKey.Description()
        // A folder that is not there yet is made.
        let known = (try? folder.hasState()) == nil ? nil : try folder.load()
        description.account = arguments["email"] ?? known?.ring.account
        description.projectID = arguments["project"] ?? known?.keys.first?.account.signingProjectID
        guard description.account != nil else {
            throw Failure.usage(
                "--email is missing: the ring has no key yet that tells the account", KeysCommand.specification)
        }
        if let account = description.account, let own = known?.ring.account, !own.hasSameBytes(as: account) {
            throw KeyRingError(
                .accountForeign,
                "the key would belong to \(account.argumentExcerpt), and the ring belongs to \(own.argumentExcerpt)")
        }
        let (bits, days) = try newKeySettings()
        console.note(
            "an RSA key of \(bits) bits is made in \(folder.path.argumentExcerpt); only its certificate leaves it")
        let key = try NewKey.generated(
            bits: Int(bits), validity: now...(now + days * 86400), description, random: SecureRandom())
        key.warnings.forEach(console.warn)
        let ring = try folder.add(key, by: .generate, at: now, auditor: auditor)
        try makeSecret()
        console.note(
            "token-bridge keys upload \(key.id) hands the certificate in, and gives the key the identifier that Google has"
                + " for it; the result is the body of that upload, for whoever makes it by hand. By that identifier it is"
                + " activated then")
        try print(try GeneratedKey(key, ring, at: now))
        return .success
    }

    func tellHowToActivate(_ id: String, _ ring: LoadedKeyRing) {
        guard ring.ring[id]?.state == .next else { return }
        let place = arguments["keys"].map { " --keys \($0.argumentExcerpt)" } ?? ""
        console.note("to make it sign: token-bridge keys activate \(id)\(place)")
    }
}

/// A key that was made: what the upload to Google needs.
struct GeneratedKey: CommandResult {
    private let row: KeyRow?
    private let certificate: String
    private let upload: JSONObject

    init(_ key: NewKey, _ ring: LoadedKeyRing, at now: NumericDate) throws {
        row = KeyList(ring, at: now).rows.first { $0.entry.id == key.id }
        let pem = try key.certificate?.pem() ?? []
        certificate = String(decoding: pem, as: UTF8.self)
        upload = JSONObject(["publicKeyData": .string(StandardBase64.encode(pem))])
    }

    /// The body of the upload.
    var text: String { upload.compactText }

    var json: JSONValue {
        var object = row?.json.object ?? JSONObject()
        object["certificate"] = .string(certificate)
        object["upload"] = .object(upload)
        return .object(object)
    }
}
