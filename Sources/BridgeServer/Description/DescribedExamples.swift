/// Requests that work as they are where the clients of the sample configuration are registered, and answers to them.
enum DescribedExamples: Sendable {
    /// Requests to the token endpoint.
    static let tokenRequests: [(String, DescriptionNode)] = [
        (
            "minting",
            [
                "summary": "A server mints a custom token (here by `client_secret_post`).",
                "value": [
                    "grant_type": "client_credentials", "client_id": "backend", "client_secret": "backend-secret",
                    "uid": "svc:reports", "claims": #"{"role":"reader"}"#, "ttl": 600,
                ],
            ]
        ),
        (
            "polling",
            [
                "summary": "A device asks whether the person has decided.",
                "value": [
                    "grant_type": "urn:ietf:params:oauth:grant-type:device_code", "client_id": "tv",
                    "device_code": "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS0Q",
                ],
            ]
        ),
        (
            "exchange",
            [
                "summary": "A device exchanges an ID token (here one that has expired long ago).",
                "value": [
                    "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange", "client_id": "tv",
                    "provider": "plant",
                    "subject_token_type": "urn:ietf:params:oauth:token-type:id_token",
                    "subject_token":
                        "eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ.eyJpc3MiOiJodHRwczovL3BsYW50LmV4YW1wbGUiLCJzdWIiOiJBQkMiLCJleHAiOjE3MDAwMDAwMDB9.c2lnbmF0dXJl",
                ],
            ]
        ),
        (
            "code",
            [
                "summary": "An app redeems the code that its redirect address has got.",
                "value": [
                    "grant_type": "authorization_code", "client_id": "desktop",
                    "code": "SplxlOBeZQQYbYS6WxSbIA", "redirect_uri": "http://127.0.0.1:49152/callback",
                    "code_verifier": "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
                ],
            ]
        ),
    ]

    /// Requests of devices.
    static let deviceAuthorizationRequests: [(String, DescriptionNode)] = [
        ("start", ["summary": "A television starts.", "value": ["client_id": "tv"]])
    ]

    /// The answer to the first request.
    static let tokenAnswer: DescriptionNode = [
        "access_token": "eyJhbGciOiJSUzI1NiJ9.eyJ1aWQiOiJzdmM6cmVwb3J0cyJ9.c2lnbmF0dXJl",
        "issued_token_type": "urn:ietf:params:oauth:token-type:jwt", "token_type": "N_A", "expires_in": 600,
        "uid": "svc:reports",
    ]

    /// The answer to a device.
    static func deviceAuthorizationAnswer(server: String) -> DescriptionNode {
        [
            "device_code": "GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eS0Q", "user_code": "WDJB-MJHT",
            "verification_uri": "\(server)/device",
            "verification_uri_complete": "\(server)/device?user_code=WDJB-MJHT", "expires_in": 600, "interval": 5,
        ]
    }
}
