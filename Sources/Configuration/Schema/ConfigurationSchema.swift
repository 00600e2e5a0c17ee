public import StrictJSON

/// Every key of the configuration, declared once: what is checked, what may be overridden, and what is printed as JSON
/// Schema and as a sample, all come from here.
public enum ConfigurationSchema: Sendable {
    /// The configuration as a JSON Schema (draft 2020-12).
    ///
    /// It says what the table says; rules between several keys are checked only by loading a file.
    public static var jsonSchema: JSONValue { JSONSchemaText.document(root) }

    /// The keys at the top.
    static let root: [SchemaKey] = [
        SchemaKey(
            "$schema", .text,
            "The address of a JSON Schema, for editors; not read."),
        SchemaKey(
            "issuer", .text, requirement: .required, sample: .shown(#""https://bridge.example.com""#),
            "How devices and providers reach this bridge: https, or http on this machine."),
        SchemaKey(
            "listen", .text, standard: #""127.0.0.1:8080""#, sample: .shown(#""127.0.0.1:8080""#),
            "Where the bridge listens: ADDRESS:PORT, unix:PATH, or systemd for the sockets that systemd hands over."),
        SchemaKey(
            "telemetry", .text, sample: .commented(#""127.0.0.1:9090""#),
            "Where health and metrics are served, apart from everything else; nowhere without it."),
        SchemaKey(
            "tls", .object(tls), sample: .commented(#"{ "certificate": "tls.pem", "key": "tls.key" }"#),
            "The certificate of the bridge itself; none where a proxy in front of it has one."),
        SchemaKey(
            "trusted_proxies", .list(.text), sample: .commented(#"["10.0.0.0/8"]"#),
            "The networks of the proxies in front of the bridge, whose word about a caller's address is taken."),
        SchemaKey(
            "project", .text, requirement: .required, sample: .shown(#""demo-bridge""#),
            "The project of Firebase or Google Cloud that the custom tokens are for."),
        SchemaKey(
            "keys", .either(.text, .object(signingKeys)), standard: #""keys""#, sample: .shown(#""keys""#),
            #"The folder of the key ring; or {"service_account": "FILE"}, {"iam": {}} or {"pkcs11": {"uri": ...}}."#),
        SchemaKey(
            "store", .secret, standard: #""sqlite:bridge.db""#, sample: .shown(#""sqlite:bridge.db""#),
            "Where sessions are kept: sqlite:FILE, postgresql://... for several replicas, or memory."),
        SchemaKey("token", .object(token), sample: .nested, "What the custom tokens say."),
        SchemaKey(
            "providers", .map(.providers, .object(provider)), sample: .entries(sampleProviders),
            "The identity providers; the key names one in requests, in uids and in /callback/."),
        SchemaKey(
            "clients", .map(.clients, .object(client)), sample: .entries(sampleClients),
            "The clients of this bridge, by their client identifiers."),
        SchemaKey("transport", .object(transport), sample: .none, "How providers are reached."),
        SchemaKey(
            "limits", .object(limits), sample: .none,
            "How much one network may ask for (an IPv6 /64; a /48 ten times that), or a client; not for callers on this machine itself."
        ),
        SchemaKey("log", .object(log), sample: .none, "What is logged, and how; to standard error."),
        SchemaKey("audit", .object(audit), sample: .none, "The file in which every custom token is noted."),
        SchemaKey(
            "cors_origins", .list(.text),
            "The origins whose pages may call the service by script, such as https://app.example.com; none without it."),
        SchemaKey(
            "state_secret", .secret,
            "At least 32 bytes that all replicas share, which guard codes in the store; without it they follow from the signing key."
        ),
    ]

    private static let tls = [
        SchemaKey("certificate", .text, requirement: .required, "The file of the certificate with its chain, in PEM."),
        SchemaKey("key", .text, requirement: .required, "The file of the private key, in PEM."),
    ]

    private static let token = [
        SchemaKey(
            "lifetime", .integer(1...3600), standard: "3600", sample: .shown("3600"),
            "How long a custom token may be exchanged for a session, in seconds."),
        SchemaKey(
            "tenant", .textOrNull, sample: .commented(#""tenant-7abcd""#),
            "The tenant of Identity Platform that its users belong to."),
        SchemaKey(
            "claims", .map(.any, .json), standard: #"{"provider": "$provider"}"#,
            sample: .shown(#"{ "provider": "$provider", "provider_email": "$email" }"#),
            "The developer claims; $provider, $subject, $issuer, $email and the like stand for what the provider says."),
        SchemaKey(
            "claims_max_bytes", .integer(2...16384), standard: "1000",
            "The longest claims, in bytes of JSON: ID tokens travel in headers."),
    ]

    private static let limits = [
        SchemaKey(
            "requests_per_minute", .integer(1...1_000_000), standard: "1200",
            "Requests in a minute, a quarter of them at once."),
        SchemaKey(
            "client_requests_per_minute", .integer(1...1_000_000), standard: "12000",
            "Token requests of one client with a secret or key in a minute, from everywhere, a quarter of them at once."
        ),
        SchemaKey(
            "device_logins_per_minute", .integer(1...1_000_000), standard: "20",
            "Device logins that are started in a minute."),
        SchemaKey(
            "device_logins_per_10_minutes", .integer(1...1_000_000), standard: "100",
            "Device logins that are started in ten minutes, the life of a code."),
        SchemaKey(
            "sign_ins_per_10_minutes", .integer(1...1_000_000), standard: "1000",
            "Sign-ins at providers that are begun in ten minutes."),
        SchemaKey(
            "device_guesses_per_10_minutes", .integer(100...1_000_000), standard: "5000",
            "Wrong user codes from everywhere in ten minutes, after which no code is looked at; from one network it is 5."
        ),
    ]

    private static let log = [
        SchemaKey(
            "level", .choice(["error", "warning", "info", "debug"]), standard: #""info""#,
            "The least level that is written."),
        SchemaKey(
            "format", .choice(["text", "json"]), standard: #""text""#, "Lines for people, or JSON for programs."),
        SchemaKey("pii", .truth, standard: "false", "Whether uids and addresses of persons are shown as they are."),
    ]

    private static let audit = [
        SchemaKey("file", .text, requirement: .required, "The file; made where there is none, for its owner alone."),
        SchemaKey(
            "durability", .choice(["synchronized", "written"]), standard: #""synchronized""#,
            "Whether a line must be on the disk, or with the system, before its token is handed out."),
    ]

    private static let transport = [
        SchemaKey(
            "proxy", .secret, standard: #""none""#,
            "The proxy that providers are reached through: none, environment, or http://HOST:PORT."),
        SchemaKey("ca_file", .text, "A PEM file of authorities that are trusted beside the system's."),
    ]
}
