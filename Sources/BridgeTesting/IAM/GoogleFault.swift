import HTTPServer
import StrictJSON

/// A refusal in the form of Google's APIs.
struct GoogleFault: Error, Sendable {
    /// Which members there are beside `code` and `message`.
    enum Form: Sendable {
        /// `status`, and perhaps `details`: IAM, securetoken, Identity Toolkit v2.
        case status(String, details: [JSONValue])
        /// `errors`, whose one element has this reason: Identity Toolkit v1.
        case errors(reason: String)
        /// Both of them.
        case both(reason: String, status: String, details: [JSONValue])
    }

    let code: Int
    let message: String
    let form: Form

    init(_ code: Int, _ message: String, _ form: Form) {
        self.code = code
        self.message = message
        self.form = form
    }

    /// A refusal with a status.
    static func status(
        _ code: Int, _ status: String, _ message: String, details: [JSONValue] = []
    ) -> GoogleFault {
        GoogleFault(code, message, .status(status, details: details))
    }

    /// An argument that is wrong.
    static func invalidArgument(_ message: String) -> GoogleFault {
        status(400, "INVALID_ARGUMENT", message)
    }

    init(_ error: SandboxError) {
        self = .status(500, "INTERNAL", error.reason)
    }

    /// What ErrorInfo says (google.rpc).
    static func errorInfo(_ reason: String, service: String) -> JSONValue {
        .object(
            .of([
                "@type": "type.googleapis.com/google.rpc.ErrorInfo", "reason": .string(reason),
                "domain": "googleapis.com", "metadata": .object(.of(["service": .string(service)])),
            ]))
    }

    /// The answer.
    var response: ServerResponse {
        var error = JSONObject.of(["code": .integer(Int64(code)), "message": .string(message)])
        switch form {
        case .status(let status, let details): set(status, details, &error)
        case .errors(let reason): error["errors"] = errors(reason)
        case .both(let reason, let status, let details):
            error["errors"] = errors(reason)
            set(status, details, &error)
        }
        return .sandboxJSON(.of(["error": .object(error)]), status: code)
    }

    private func set(_ status: String, _ details: [JSONValue], _ error: inout JSONObject) {
        error["status"] = .string(status)
        if !details.isEmpty { error["details"] = .array(details) }
    }

    private func errors(_ reason: String) -> JSONValue {
        .array([
            .object(.of(["message": .string(message), "domain": "global", "reason": .string(reason)]))
        ])
    }
}
