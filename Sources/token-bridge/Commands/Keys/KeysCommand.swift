import CustomTokenBridge
import StrictJSON

/// `token-bridge keys`: the key ring of an account.
enum KeysCommand: Sendable {
    static let specification = CommandSpecification(
        name: "keys", summary: "Look after the keys that sign: list, import, generate, rotate and more.",
        synopsis: "ACTION [FILE | KID] [options]",
        details: """
            list      the keys, their states and ages, and which one signs
            import    takes a key in: FILE is a service-account key, PEM or PKCS#12; - is standard input
            generate  makes a key and its certificate; prints what the upload to Google needs
            upload    hands the certificate of KID in at Google, which gives the key another identifier
            activate  makes KID sign; the key before goes on verifying until its tokens have expired
            retire    publishes KID no more
            revoke    trusts KID no more, at once and for good
            remove    deletes the file of KID, which is next, retired or revoked
            rotate    makes a key, uploads it, waits until Google publishes it and lets it sign; when the tokens of the
                      key before have expired, deletes that at Google. It may be broken off at any step: the same
                      command again goes on
            account   the account's keys at Google, which of them are disabled, and what the ring has them for
            disable   has Google accept nothing any more that KID signs; enable takes that back
            enable    has Google accept again what KID signs
            check     signs and verifies with each key, by two implementations; with --published, compares it
            export    prints the key set that others verify with, a certificate, or with --private the key itself

            The folder is --keys, or what TOKEN_BRIDGE_KEYS says, or ./keys. Every change is written to an audit file,
            which token-bridge audit verify reads. What asks Google does it with the ring's active key, or with
            --credentials; the account needs roles/iam.serviceAccountKeyAdmin on itself.

            Examples:
              token-bridge keys import key.json && token-bridge keys activate KID
              token-bridge keys generate --email bot@demo.iam.gserviceaccount.com > upload.json
              token-bridge keys check --published google
              token-bridge keys rotate --dry-run && token-bridge keys rotate
            """,
        operands: (KeysAction.allCases.map(\.rawValue), 2), options: options, run: run)

    private static let options: [OptionSpecification] = [
        .init(name: "keys", value: .file("DIR"), help: "the folder of the ring (default keys)"),
        .init(name: "audit", value: .file("FILE"), help: "the audit file (default audit.jsonl in the folder)"),
        .init(
            name: "email", value: .text("ACCOUNT"),
            help: "import, generate: the account, where neither file nor ring names one"),
        .init(name: "project", value: .text("ID"), help: "import, generate: the project that the key must be for"),
        .init(name: "key-id", value: .text("KID"), help: "import: the key's identifier, where the file has none"),
        .init(
            name: "passphrase-file", value: .file("FILE"),
            help: "import: what opens an encrypted key; - is standard input"
        ),
        .init(
            name: "bits", value: .choice("BITS", ["2048", "3072", "4096"]),
            help: "generate, rotate: the length (default 2048)"),
        .init(
            name: "days", value: .text("DAYS"),
            help: "generate, rotate: how long the certificate is valid (default 365)"),
        .init(
            name: "credentials", value: .file("FILE"),
            help: "upload, rotate, account, disable, enable: the credential, or adc for the one of this machine"),
        .init(
            name: "google", value: .text("URL"),
            help: "the same and check: where Google is, on this machine, such as a sandbox"),
        .init(
            name: "wait", value: .none,
            help: "upload: until Google publishes the key; rotate: until the key before is gone"),
        .init(name: "dry-run", value: .none, help: "upload, rotate: tell what would happen, and change nothing"),
        .init(
            name: "schedule", value: .none,
            help: "rotate: print a timer of systemd that does it, with the other options"),
        .init(
            name: "published", value: .text("SOURCE"),
            help: "check: what is published: a file, an address, or google; - is standard input"),
        .init(name: "certificate", value: .none, help: "export: the certificate of KID"),
        .init(name: "private", value: .none, help: "export: the key file of KID, which is the secret itself"),
        .init(name: "yes", value: .none, help: "revoke, remove, disable, export: do not ask"),
    ]

    private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
        guard let name = arguments.operands.first, let action = KeysAction(rawValue: name) else {
            let nearest = arguments.operands.first.flatMap { name in
                Spelling.nearest(to: name, among: KeysAction.allCases.map(\.rawValue))
            }
            let names = KeysAction.allCases.map(\.rawValue).joined(separator: ", ")
            let found = arguments.operands.first.map { "not \($0.argumentExcerpt)" } ?? "and one must be named"
            throw Failure.usage(
                "what to do is one of \(names); \(found)", specification, hint: nearest.map { "did you mean \($0)?" })
        }
        try action.checkOptions(arguments)
        console.forbidCoreFiles()
        let session = try KeysSession(arguments, console)
        switch action {
        case .list: return try session.list()
        case .importKey: return try session.importKey(try operand(arguments, "the key's file"))
        case .generate: return try session.generate()
        case .upload: return try session.upload(arguments.operands.dropFirst().first)
        case .rotate: return try session.rotate()
        case .activate: return try session.activate(try operand(arguments, "KID"))
        case .retire: return try session.retire(try operand(arguments, "KID"))
        case .revoke: return try session.revoke(try operand(arguments, "KID"))
        case .remove: return try session.remove(try operand(arguments, "KID"))
        case .account: return try session.account()
        case .disable: return try session.disable(try operand(arguments, "KID"))
        case .enable: return try session.enable(try operand(arguments, "KID"))
        case .check: return try session.check(arguments.operands.dropFirst().first)
        case .export: return try session.export(arguments.operands.dropFirst().first)
        }
    }

    private static func operand(_ arguments: Arguments, _ what: String) throws -> String {
        guard let operand = arguments.operands.dropFirst().first else {
            throw Failure.usage("\(what) is missing", specification)
        }
        return operand
    }
}
