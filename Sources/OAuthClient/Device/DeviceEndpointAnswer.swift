public import StrictJSON

/// What an endpoint of the device flow answered, success or refusal: the members of its body, not yet believed.
///
/// Providers refuse with the statuses 200, 400, 403 and 428 alike, so the members decide, not the status.
public struct DeviceEndpointAnswer: Sendable {
    /// The status code.
    public let status: Int
    /// The members of the body, credentials among them.
    public let members: JSONObject
    /// The seconds to wait before another attempt, where the provider asked for some.
    public let retryAfterSeconds: Int?

    /// Makes an answer from a body that has been parsed.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - members: The members of the body.
    ///   - retryAfterSeconds: The seconds to wait before another attempt.
    public init(status: Int, members: JSONObject, retryAfterSeconds: Int? = nil) {
        self.status = status
        self.members = members
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// Makes an answer from a form (`application/x-www-form-urlencoded`) that has been decoded.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - fields: The names and values of the form.
    /// - Throws: `OAuthClientError` with code `answerMalformed` where a name occurs twice.
    public init(status: Int, fields: [(String, String)]) throws(OAuthClientError) {
        var members = JSONObject()
        for (name, value) in fields {
            guard members[name] == nil else {
                throw OAuthClientError(
                    .answerMalformed, "the provider's answer has the field \(name.quotedExcerpt) twice")
            }
            members[name] = .string(value)
        }
        self.init(status: status, members: members)
    }

    /// Reads an answer in JSON, whatever its content type says.
    ///
    /// - Parameter response: The answer.
    /// - Throws: `OAuthClientError` with code `providerUnavailable` where the status says that the provider is out of
    ///   order and the body is no JSON object, else `answerMalformed`.
    public init(parsing response: HTTPResponse) throws(OAuthClientError) {
        let retryAfterSeconds = RetryAfter(response)?.seconds
        do {
            let limits = JSONLimits(maximumBytes: HTTPRequest.standardAnswerBytes, maximumDepth: 16)
            self.init(
                status: response.status, members: try JSONObject(parsing: response.body, limits: limits),
                retryAfterSeconds: retryAfterSeconds)
        } catch {
            throw OAuthClientError(
                Self.isOutOfOrder(response.status) ? .providerUnavailable : .answerMalformed,
                "the answer has the status \(response.status) and is no JSON object: \(error)",
                retryAfterSeconds: retryAfterSeconds)
        }
    }

    /// Whether the status says that the provider is out of order or overloaded.
    var isOutOfOrder: Bool { Self.isOutOfOrder(status) }

    /// Whether the status says that the request was fulfilled.
    var isSuccessful: Bool { 200...299 ~= status }

    private static func isOutOfOrder(_ status: Int) -> Bool {
        status == 429 || 500...599 ~= status
    }
}

extension DeviceEndpointAnswer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and the number of members, nothing that may be a credential.
    public var description: String { "status \(status), \(members.members.count) members" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
