import OAuthClient
import StrictJSON

/// An error as Google's APIs say it: in the forms of v1, v2 and the token endpoint, as HTML, or not at all.
struct GoogleRefusal: Sendable {
    let status: Int
    /// The name of the kind, such as `PERMISSION_DENIED`; nil where there is none.
    let name: String?
    let retryAfterSeconds: Int?
    /// The policy of the organization that forbids it.
    let constraint: String?

    private let message: String
    private let reasons: [String]
    private let preview: String

    init(_ response: HTTPResponse, secrets: SentSecrets) {
        status = response.status
        retryAfterSeconds = RetryAfter(response)?.seconds
        preview = secrets.preview(of: response)
        let error = (try? JSONObject(parsing: response.body, limits: .document))?["error"]
        let object = error?.object
        message = object?["message"]?.string ?? ""
        let beginning = String(message.prefix { $0 != ":" })
        name = Self.name(beginning) ?? object?["status"]?.string.flatMap(Self.name) ?? error?.string.flatMap(Self.word)
        let details = (object?["details"]?.array ?? []).compactMap(\.object)
        let errors = (object?["errors"]?.array ?? []).compactMap(\.object)
        reasons = (details + errors).compactMap { $0["reason"]?.string }
        let violations = details.flatMap { $0["violations"]?.array ?? [] }.compactMap { $0.object?["type"]?.string }
        constraint =
            violations.first { $0.hasPrefix("constraints/") && $0.utf8.allSatisfy(Self.isOfName) }
            ?? (message.contains("Key creation is not allowed on this service account")
                ? "constraints/iam.disableServiceAccountKeyCreation" : nil)
    }

    /// The status and the name, or the beginning of what stands there instead.
    var words: String {
        name.map { "status \(status), \($0)" } ?? "status \(status)\(preview)"
    }

    var isOfDisabledAPI: Bool { reasons.contains("SERVICE_DISABLED") || reasons.contains("accessNotConfigured") }

    var isOfKeyLimit: Bool {
        switch name {
        case "FAILED_PRECONDITION"?: true
        case "RESOURCE_EXHAUSTED"?: message.lowercased().contains("number of keys")
        default: false
        }
    }

    private static func name(_ text: String) -> String? {
        let isName =
            2...64 ~= text.utf8.count
            && text.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") }
        return isName && text.utf8.first.map { $0 >= 0x41 } == true ? text : nil
    }

    /// A code of the token endpoint, such as `invalid_grant`.
    private static func word(_ text: String) -> String? {
        2...64 ~= text.utf8.count && text.utf8.allSatisfy { 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "_") } ? text : nil
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        0x61...0x7A ~= byte || 0x41...0x5A ~= byte || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "/")
    }
}
