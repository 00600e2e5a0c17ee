import Failures
import HTTPServer
import OAuthClient
import Operations
import StrictJSON

/// What a failure is answered with, in the form of its route.
struct ErrorAnswer: Sendable {
    let failure: Failure
    /// Names the request, by which an operator finds it in the log.
    let requestID: RequestID

    /// The JSON of OAuth (RFC 6749, section 5.2), with our stable code.
    var oauth: ServerResponse { oauth(with: nil) }

    /// The same, with a refresh token that would be lost otherwise.
    func oauth(with refreshToken: RefreshToken?) -> ServerResponse {
        var object = JSONObject()
        object["error"] = .string(failure.httpOutcome.error)
        object["error_description"] = .string(failure.publicMessage.errorDescription)
        object["error_code"] = .string(failure.code)
        object["refresh_token"] = refreshToken.map { .string($0.secretText) }
        let challenge = failure.httpOutcome.status == 401 ? [("WWW-Authenticate", #"Basic realm="token-bridge""#)] : []
        return .json(object, status: failure.httpOutcome.status, headers: challenge + retryAfter)
    }

    /// `application/problem+json` (RFC 9457).
    var problem: ServerResponse {
        Self.problem(
            status: failure.httpOutcome.status, code: failure.code, detail: failure.publicMessage, requestID: requestID,
            headers: retryAfter)
    }

    private var retryAfter: [(String, String)] {
        let seconds = failure.retryAfter ?? ([429, 503].contains(failure.httpOutcome.status) ? 1 : nil)
        return seconds.map { [("Retry-After", String(max($0, 1)))] } ?? []
    }

    /// A problem of HTTP itself.
    static func problem(
        status: Int, code: String, detail: String, requestID: RequestID, headers: [(String, String)] = []
    ) -> ServerResponse {
        var object = JSONObject()
        object["type"] = "about:blank"
        object["title"] = .string(ReasonPhrase.of(status))
        object["status"] = .integer(Int64(status))
        object["detail"] = .string(detail.errorDescription)
        object["instance"] = .string("urn:request:\(requestID.text)")
        object["error_code"] = .string(code)
        return .document(
            object.compactBytes, type: "application/problem+json", status: status,
            headers: [("Cache-Control", "no-store")] + headers)
    }
}

/// The words for status codes (RFC 9110, section 15).
enum ReasonPhrase: Sendable {
    /// The words of a code.
    static func of(_ status: Int) -> String {
        switch status {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 413: "Content Too Large"
        case 414: "URI Too Long"
        case 431: "Request Header Fields Too Large"
        case 429: "Too Many Requests"
        case 502: "Bad Gateway"
        case 503: "Service Unavailable"
        default: "Internal Server Error"
        }
    }
}

extension String {
    /// Only what RFC 6749, section 5.2, lets stand in `error_description`: printable ASCII without `"` and `\`.
    fileprivate var errorDescription: String {
        String(
            decoding: unicodeScalars.map { scalar -> UInt8 in
                switch scalar.value {
                case 0x22: UInt8(ascii: "'")
                case 0x5C: UInt8(ascii: "/")
                case 0x20...0x7E: UInt8(truncatingIfNeeded: scalar.value)
                default: UInt8(ascii: "?")
                }
            }, as: UTF8.self)
    }
}
