import TestSupport

/// Folders that are configured for a service.
enum ServePlant: Sendable {
    static let secret = "backend-secret-of-32-characters-0001"

    private static let clients = """
        "tv": {"type": "public", "grants": ["device_code", "token_exchange"]},
        "radio": {"type": "public", "grants": ["device_code"]},
        "desktop": {"type": "public", "grants": ["authorization_code"], "redirect_uris": ["http://127.0.0.1/callback"]},
        "laptop": {"type": "public", "grants": ["authorization_code"], "redirect_uris": ["http://127.0.0.1/callback"]},
        "backend": {"secret": {"env": "BACKEND_SECRET"}, "grants": ["client_credentials"], "uid_prefixes": ["svc:"]},
        """

    /// The environment of a service.
    static let environment = ["BACKEND_SECRET": secret, "PLANT_SECRET": "a-secret-of-our-client"]

    /// The members of a configuration: where it listens, its clients, its log, and others.
    static func members(_ others: String = "", listen: String = "127.0.0.1:0") -> String {
        """
        "listen": "\(listen)", "telemetry": "127.0.0.1:0", "clients": {\(clients)},
        "log": {"format": "json", "level": "debug"}, \(others)
        """
    }

    /// A folder with one provider whose keys are in a file.
    static func folder(_ others: String = "", listen: String = "127.0.0.1:0") throws -> Plant {
        try Plant(members: members(others, listen: listen))
    }

    /// A folder with a provider on loopback.
    static func folder(provider: ScriptedProvider, _ others: String = "") throws -> Plant {
        try Plant(
            issuer: provider.origin, provider: #""client_secret": {"env": "PLANT_SECRET"},"#, members: members(others))
    }
}

extension Door {
    /// Mints a token for a uid as the client `backend`.
    func mint(
        _ uid: String = "svc:1", secret: String = ServePlant.secret, _ fields: KeyValuePairs<String, String> = [:]
    ) throws -> Reply {
        try post("/token", Self.minting(uid, secret), fields)
    }

    /// The form of a minting.
    static func minting(_ uid: String = "svc:1", _ secret: String = ServePlant.secret) -> KeyValuePairs<String, String>
    {
        ["grant_type": "client_credentials", "client_id": "backend", "client_secret": secret, "uid": uid]
    }

    /// The form of an exchange of an ID token as the client `tv`.
    static func exchange(_ token: String) -> KeyValuePairs<String, String> {
        [
            "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "client_id": "tv", "provider": "plant",
            "subject_token_type": "urn:ietf:params:oauth:token-type:id_token", "subject_token": token,
        ]
    }
}
