import StrictJSON

/// The members of an answer's body: JSON, or a form where the endpoint may answer with one.
struct AnswerBody {
    /// What a body may be.
    enum Form {
        /// A JSON object only.
        case json
        /// A JSON object, or a form where the content type or the text says so.
        case jsonOrForm
    }

    private let response: HTTPResponse
    private let subject: String

    init(_ response: HTTPResponse, from url: EndpointURL) {
        self.response = response
        subject = "the answer of \(url.textForMessages) (status \(response.status))"
    }

    /// Reads the members.
    ///
    /// - Throws: `OAuthClientError` with code `answerMalformed`, which says what the body is instead and quotes none of
    ///   it: pages of errors repeat what was sent.
    func members(_ form: Form) throws(OAuthClientError) -> JSONObject {
        let body = response.body.starts(with: [0xEF, 0xBB, 0xBF]) ? [UInt8](response.body.dropFirst(3)) : response.body
        guard let first = body.first(where: { !Self.blanks.contains($0) }) else { throw malformed("is empty") }
        let isForm = mediaType == "application/x-www-form-urlencoded"
        switch (first, form) {
        case (UInt8(ascii: "{"), .json): return try json(body)
        case (UInt8(ascii: "{"), .jsonOrForm) where !isForm: return try json(body)
        case (UInt8(ascii: "<"), _): throw malformed("is HTML or XML of \(body.count) bytes where JSON was expected")
        case (_, .jsonOrForm) where isForm || !Self.isJSON(mediaType): return try self.form(body)
        default: return try json(body)
        }
    }

    private static let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

    /// The content type without its parameters.
    private var mediaType: String {
        (response["Content-Type"] ?? "").prefix { $0 != ";" && $0 != " " }.lowercased()
    }

    private static func isJSON(_ mediaType: String) -> Bool {
        ["application/json", "text/json", "text/javascript", "application/javascript"].contains(mediaType)
            || mediaType.hasSuffix("+json")
    }

    private func json(_ body: [UInt8]) throws(OAuthClientError) -> JSONObject {
        do {
            return try JSONObject(
                parsing: body, limits: JSONLimits(maximumBytes: HTTPRequest.standardAnswerBytes, maximumDepth: 32))
        } catch {
            throw malformed("is unusable: \(error)")
        }
    }

    private func form(_ body: [UInt8]) throws(OAuthClientError) -> JSONObject {
        guard body.count <= HTTPRequest.standardAnswerBytes else { throw malformed("is too large") }
        var members = JSONObject()
        do {
            for parameter in try FormParameters(parsing: body).parameters {
                members[parameter.name] = .string(parameter.value)
            }
        } catch {
            throw malformed("is neither JSON nor form-encoded: \(error.reason)")
        }
        return members
    }

    private func malformed(_ fault: String) -> OAuthClientError {
        let type =
            (response["Content-Type"]).map { ", content type \(ProviderMessageText.cleaned($0, maximum: 80))" } ?? ""
        return OAuthClientError(.answerMalformed, "\(subject)\(type) \(fault)")
    }
}
