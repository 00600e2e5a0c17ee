import CustomTokenBridge
import CustomTokens
import StrictJSON

/// `token-bridge mint`: prints one custom token.
enum MintCommand: Sendable {
    static let specification = CommandSpecification(
        name: "mint", summary: "Mint a custom token with a service account's key.",
        synopsis: "[--service-account FILE] --uid UID [options]",
        details: """
            Without a key option, the file that GOOGLE_APPLICATION_CREDENTIALS names is used.
            With FIREBASE_AUTH_EMULATOR_HOST set, the token is unsigned, for the emulator alone, and no key is read.

            Examples:
              token-bridge mint --service-account key.json --uid alice
              token-bridge mint --service-account - --uid alice --claims '{"role":"editor"}' < key.json
              token-bridge mint --private-key key.pem --email bot@demo.iam.gserviceaccount.com --uid alice
            """,
        operands: ([], 0),
        options: [
            .init(
                name: "service-account", value: .file("FILE"),
                help: "the key file of the service account; - is standard input"),
            .init(
                name: "private-key", value: .file("PEM"),
                help: "a private key instead, with --email; - is standard input"),
            .init(name: "email", value: .text("ACCOUNT"), help: "the account's address, for --private-key"),
            .init(name: "keys", value: .file("DIR"), help: "a folder that holds the key file instead"),
            .init(name: "uid", value: .text("UID"), help: "whom the token signs in: 1 to 128 bytes"),
            .init(
                name: "claims", value: .text("JSON"),
                help: "developer claims: a JSON object, or @FILE, or @- for standard input"),
            .init(name: "claims-limit", value: .text("BYTES"), help: "the most that the claims may be (default 1000)"),
            .init(
                name: "allow-overwritten-claims", value: .none,
                help: "let names through that Google overwrites, such as email"),
            .init(name: "tenant", value: .text("ID"), help: "the tenant the user belongs to"),
            .init(
                name: "ttl", value: .text("SECONDS"), help: "how long the token is good for: 1 to 3600 (default 3600)"),
            .init(name: "issued-at", value: .text("EPOCH"), help: "when it is issued (default 5 s ago)"),
        ],
        run: run)

    private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
        console.forbidCoreFiles()
        let source = try KeySource(arguments, console)
        let request = try request(arguments, console)
        let signer = try source.signer(clock: SystemWallClock())
        let token = try signer.customToken(for: request)
        switch arguments.output {
        case .text: try console.print(token.serialized)
        case .json: try console.print(json(token).compactText)
        }
        return .success
    }

    static func request(_ arguments: Arguments, _ console: Console) throws -> CustomTokenRequest {
        guard let uid = arguments["uid"] else { throw Failure.usage("--uid is missing", specification) }
        return CustomTokenRequest(
            userID: try UserID(uid), claims: try claims(arguments, console),
            tenantID: try arguments["tenant"].map { try TenantID($0) },
            lifetime: try arguments.integer("ttl").map { try TokenLifetime(seconds: $0) } ?? .standard,
            issueTime: try arguments.integer("issued-at").map { .exactly(NumericDate(secondsSinceEpoch: $0)) } ?? .now)
    }

    private static func claims(_ arguments: Arguments, _ console: Console) throws -> CustomClaims {
        let limit = try arguments.integer("claims-limit") ?? Int64(CustomClaims.standardMaximumBytes)
        guard limit >= 0 else { throw Failure.usage("--claims-limit is negative", specification) }
        guard let text = arguments["claims"] else { return .none }
        let bytes =
            text.hasPrefix("@")
            ? OuterBlanks.trimmed(try Input(console).text(String(text.dropFirst()), "claims")) : [UInt8](text.utf8)
        return try CustomClaims(
            parsing: bytes, maximumBytes: Int(clamping: limit),
            overwrittenNames: arguments.has("allow-overwritten-claims") ? .allowedThoughLostInIDToken : .refused)
    }

    private static func json(_ token: CustomToken) -> JSONValue {
        .object(
            JSONObject([
                "custom_token": .string(token.serialized), "uid": .string(token.userID.value),
                "key_id": .optional(token.keyID), "issued_at": .optional(token.issuedAt),
                "expires_at": .optional(token.expiration),
            ]))
    }
}
