extension ConfigurationSchema {
    /// The keys of an object that says where the signing key is.
    static let signingKeys = [
        SchemaKey("service_account", .text, "The key file of a service account, as Google hands it out."),
        SchemaKey("iam", .object(iam), "Google keeps the key and signs; the machine needs a credential only."),
        SchemaKey("pkcs11", .object(pkcs11), "The key stays in a token of PKCS#11: an HSM, a TPM or a smart card."),
    ]

    private static let iam = [
        SchemaKey("account", .text, "The service account that signs; without it, that of the machine's credential."),
        SchemaKey(
            "method", .choice(["sign_jwt", "sign_blob"]), standard: #""sign_jwt""#,
            "By which method of IAM Credentials it signs."),
        SchemaKey("delegates", .list(.text), "The accounts over which the caller may act as that one, in their order."),
        SchemaKey(
            "credentials", .text,
            "The file of the caller's credential; without it, it is looked for where Google's libraries look."),
        SchemaKey("google", .text, "Where Google is, on this machine, such as a sandbox: `http://127.0.0.1:9099`."),
    ]

    private static let pkcs11 = [
        SchemaKey(
            "uri", .text, requirement: .required,
            "The key's URI (RFC 7512), with module-path, and pin-source=file:/path or pin-source=env:NAME."),
        SchemaKey(
            "account", .text, requirement: .required, "The service account that the key's certificate was uploaded to."),
        SchemaKey("key_id", .text, "The identifier that Google gave the key, as keys upload printed it."),
        SchemaKey("sessions", .integer(1...64), standard: "4", "How many signatures the token makes at once."),
    ]
}
