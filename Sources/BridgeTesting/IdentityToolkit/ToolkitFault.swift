extension GoogleFault {
    /// A refusal of Identity Toolkit v1.
    static func toolkit(_ message: String) -> GoogleFault {
        GoogleFault(400, message, .errors(reason: "invalid"))
    }

    /// A refusal of securetoken, or of Identity Toolkit v2.
    static func secureToken(_ message: String) -> GoogleFault {
        .status(400, "INVALID_ARGUMENT", message)
    }

    /// The answer to a request for a tenant with a token that names none: no passing fault, although it looks like one.
    static let internalError = GoogleFault(
        500, "Internal error encountered.", .both(reason: "backendError", status: "INTERNAL", details: []))

    /// The answer to a key that no project has.
    static func apiKeyInvalid(_ service: String) -> GoogleFault {
        GoogleFault(
            400, "API key not valid. Please pass a valid API key.",
            .both(
                reason: "badRequest", status: "INVALID_ARGUMENT",
                details: [errorInfo("API_KEY_INVALID", service: service)]))
    }

    /// The answer to a request without a key.
    static let callerUnregistered = GoogleFault(
        403,
        "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other "
            + "form of API consumer identity to call this API.",
        .status("PERMISSION_DENIED", details: []))
}
