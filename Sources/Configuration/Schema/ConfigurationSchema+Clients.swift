import Bridge

extension ConfigurationSchema {
    /// The keys of a client.
    static let client = [
        SchemaKey(
            "name", .text, "What persons read in the place of the client identifier: up to 80 characters."),
        SchemaKey(
            "type", .choice(["public", "confidential"]),
            "Whether the client can keep a secret; confidential where it has a secret or keys."),
        SchemaKey("secret", .secret, "The secret of a confidential client."),
        SchemaKey("jwks_file", .text, "A JWK set with the keys of a client that signs assertions."),
        SchemaKey("jwks_uri", .text, "Where a client that signs assertions publishes its keys as a JWK set."),
        SchemaKey(
            "auth", .list(.choice(RegisteredClient.Authentication.allCases.map(\.rawValue))),
            "How the client may authenticate; in every way that it has the means for without this key."),
        SchemaKey(
            "grants", .list(.choice(RegisteredClient.Grant.allCases.map(\.rawValue))), requirement: .required,
            "What the client may ask for a token with."),
        SchemaKey("providers", .list(.text), "The providers that the client may use; all without this key."),
        SchemaKey(
            "redirect_uris", .list(.text),
            "Where the client may be sent back to; any port will do on this machine (127.0.0.1 and [::1])."),
        SchemaKey(
            "uid_prefixes", .list(.text), "What the uids begin with that the client may mint for."),
        SchemaKey("claims", .list(.text), "The names of the claims that the client may set."),
        SchemaKey(
            "tenants", .list(.text), "The tenants that the client may mint for, beside that of the token section."),
        SchemaKey(
            "max_lifetime", .integer(1...3600), standard: "3600",
            "The longest lifetime of a custom token that the client may ask for, in seconds."),
        SchemaKey(
            "provider_tokens", .truth, standard: "false",
            "Whether the client gets the provider's own tokens with the custom token."),
    ]

    /// The clients of the sample.
    static let sampleClients = [
        SampleEntry(
            name: "tv", help: "A device without a browser.",
            values: [
                ("name", #""The television""#), ("type", #""public""#),
                ("grants", #"["device_code", "token_exchange"]"#),
                ("providers", #"["yahoo", "corp"]"#),
            ]),
        SampleEntry(
            name: "desktop", help: "An app with a browser.",
            values: [
                ("type", #""public""#), ("grants", #"["authorization_code"]"#),
                ("redirect_uris", #"["http://127.0.0.1/callback"]"#),
            ]),
        SampleEntry(
            name: "backend", help: "A server that mints for users of its own.",
            values: [
                ("secret", #"{ "env": "BACKEND_SECRET" }"#), ("grants", #"["client_credentials"]"#),
                ("uid_prefixes", #"["svc:"]"#), ("claims", #"["role"]"#),
            ]),
    ]
}
