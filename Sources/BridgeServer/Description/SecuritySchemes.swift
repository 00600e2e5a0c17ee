/// How clients prove who they are (RFC 6749, section 2.3; RFC 7523, section 2.2).
///
/// OpenAPI has no scheme for what stands in a form: of these ways only the parameters are described, with the forms.
enum SecuritySchemes: Sendable {
    /// The schemes.
    static let all: DescriptionNode = [
        "client_secret_basic": [
            "type": "http",
            "scheme": "basic",
            "description": """
            The client identifier and the client secret, each form-encoded (RFC 6749, section 2.3.1). Other ways stand in \
            the form: `client_secret_post` as `client_id` and `client_secret`; `private_key_jwt` as \
            `client_assertion_type` and `client_assertion`; a public client (`none`) sends `client_id` alone. Exactly one \
            way may be used in a request.
            """,
        ]
    ]

    /// What a request of a client needs: HTTP Basic, or nothing but what stands in its form.
    static let ofClients: DescriptionNode = [["client_secret_basic": []], [:]]
    /// What everybody may ask for.
    static let none: DescriptionNode = []
}
