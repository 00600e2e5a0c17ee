import OAuthClient
import StrictJSON

/// An error as Google's servers say it, in whatever of their forms.
struct IdentityToolkitErrorAnswer: Sendable {
    /// The code: capitals, digits and underscores; nil where there is none.
    let code: String?
    /// What is said besides, without anything like a token; empty where there is nothing.
    let detail: String

    /// Reads the body of an answer that is no success: the envelope of version 1, that of version 2 without `errors`, a
    /// text as `error`, or anything else.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - secrets: What was sent: servers quote it.
    init(_ response: HTTPResponse, _ secrets: SentSecrets) {
        let members = try? JSONObject(
            parsing: response.body, limits: JSONLimits(maximumBytes: HTTPRequest.standardAnswerBytes, maximumDepth: 32))
        switch members?["error"] {
        case .object(let error)?: self.init(error, secrets)
        case .string(let text)?:
            let description = members?["error_description"]?.string ?? ""
            self.init(code: Self.isCode(text.uppercased()) ? text.uppercased() : nil, description, secrets)
        default: self.init(code: nil, String(decoding: response.body, as: UTF8.self), secrets)
        }
    }

    private init(_ error: JSONObject, _ secrets: SentSecrets) {
        let message = error["message"]?.string ?? ""
        let parts = message.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(Self.trimmed)
        if let reason = Self.reason(error) {
            self.init(code: reason, message, secrets)
        } else if let code = parts.first, Self.isCode(code) {
            self.init(code: code, parts.count > 1 ? parts[1] : "", secrets)
        } else {
            let status = error["status"]?.string
            self.init(code: status.flatMap { Self.isCode($0) ? $0 : nil }, message, secrets)
        }
    }

    private init(code: String?, _ detail: String, _ secrets: SentSecrets) {
        self.code = code
        self.detail = AnswerPreview(of: [UInt8](secrets.removed(from: detail).utf8)).description
    }

    /// The reason that Google's front end gives for a key, such as `API_KEY_INVALID`.
    private static func reason(_ error: JSONObject) -> String? {
        let reasons = (error["details"]?.array ?? []).compactMap { $0.object?["reason"]?.string }
        return reasons.first { isCode($0) }
    }

    private static func isCode(_ text: String) -> Bool {
        let bytes = text.utf8
        return 3...64 ~= bytes.count && bytes.first.map { 0x41...0x5A ~= $0 } == true
            && bytes.allSatisfy { 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 || $0 == UInt8(ascii: "_") }
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
