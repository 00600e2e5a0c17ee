import StrictJSON

/// The parameters of paths, queries, header fields and cookies.
extension DescriptionContext {
    /// The parameters by name.
    var parameters: [(String, DescriptionNode)] {
        [
            (
                "Provider",
                Self.parameter(
                    "provider", in: "path", "The provider by its name in the configuration.",
                    ["type": "string", "minLength": 1, "maxLength": 64])
            ),
            (
                "Outcome",
                Self.parameter(
                    "outcome", in: "path", "How the sign-in ended.", ["type": "string", "enum": ["done", "denied"]])
            ),
            (
                "IfNoneMatch",
                Self.parameter(
                    "If-None-Match", in: "header", "The entity tags that the caller knows, or `*`.", ["type": "string"])
            ),
            (
                "AcceptLanguage",
                Self.parameter(
                    "Accept-Language", in: "header",
                    "The languages of the page; there are English, French, German, Spanish and Japanese.",
                    ["type": "string"])
            ),
            (
                "BrowserCookie",
                Self.parameter(
                    cookieName, in: "cookie", "The cookie that the browser is known by; a page sets it.",
                    ["type": "string"])
            ),
            (
                "EnteredUserCode",
                Self.parameter(
                    "user_code", in: "query", "The user code, to be in the page's field already.", ["type": "string"])
            ),
        ]
    }

    /// The parameters of our authorization endpoint (RFC 6749, section 4.1.1; RFC 7636, section 4.3).
    static let authorizationParameters: DescriptionNode = [
        parameter("response_type", in: "query", "There are codes, nothing else.", ["type": "string", "const": "code"])
            .adding(["required": true]),
        parameter("client_id", in: "query", "The app.", ["type": "string", "minLength": 1, "maxLength": 512])
            .adding(["required": true, "example": "desktop"]),
        parameter(
            "redirect_uri", in: "query",
            "Where the code goes, as it is registered; of a loopback address any port will do.",
            ["type": "string", "format": "uri"]
        ).adding(["required": true, "example": "http://127.0.0.1:49152/callback"]),
        parameter(
            "code_challenge", in: "query", "The code challenge (RFC 7636, section 4.2).",
            ["type": "string", "pattern": "^[A-Za-z0-9_-]{43}$"]
        ).adding(["required": true, "example": "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"]),
        parameter(
            "code_challenge_method", in: "query", "The way in which it was made.",
            ["type": "string", "const": "S256"]
        ).adding(["required": true]),
        parameter(
            "state", in: "query", "What the app gets back.",
            ["type": "string", "pattern": "^[ -~]*$", "maxLength": 2048]
        ).adding(["example": "af0ifjsldkj"]),
        parameter(
            "scope", in: "query", "Means nothing here.",
            ["type": "string", "pattern": "^[ !#-\\[\\]-~]*$", "maxLength": 1024]),
        parameter("response_mode", in: "query", "How the code goes back.", ["type": "string", "const": "query"]),
        parameter(
            "provider", in: "query", "Where to sign in; without it the person chooses.",
            ["type": "string", "maxLength": 64]),
    ]

    /// The parameters that providers send browsers back with (RFC 6749, section 4.1.2).
    static let callbackParameters: [(String, DescriptionNode)] = [
        ("state", ["type": "string", "description": "The state of the sign-in."]),
        ("code", ["type": "string", "description": "The provider's authorization code."]),
        ("iss", ["type": "string", "description": "The provider's issuer (RFC 9207)."]),
        ("error", ["type": "string", "description": "Why there is no code."]),
        ("error_description", ["type": "string", "description": "The provider's words for it; they are not shown."]),
    ]

    /// The same in an address.
    static let callbackQuery = DescriptionNode.list(
        callbackParameters.map { name, schema in
            ["name": .text(name), "in": "query", "schema": schema]
        })

    /// A parameter; those of paths are always there.
    static func parameter(
        _ name: String, in place: String, _ description: String, _ schema: DescriptionNode
    ) -> DescriptionNode {
        let node: DescriptionNode = [
            "name": .text(name), "in": .text(place), "description": .text(description),
            "schema": schema,
        ]
        return place == "path" ? node.adding(["required": true]) : node
    }
}
