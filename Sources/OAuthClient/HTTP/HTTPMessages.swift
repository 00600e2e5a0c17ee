/// One field of an HTTP message.
public struct HTTPField: Sendable, Equatable {
    /// The name.
    public let name: String
    /// The value, which may be a credential.
    public let value: String

    /// Makes a field.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - value: The value, without line breaks.
    public init(name: String, value: String) {
        self.name = name
        self.value = value
    }
}

extension HTTPField: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name; values may be credentials.
    public var description: String { "\(name): (redacted)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// A request to a provider, as a value: nothing is sent by making one.
public struct HTTPRequest: Sendable {
    /// The methods that OAuth needs.
    public enum Method: String, Sendable {
        /// Asks for something, and may be sent again.
        case get = "GET"
        /// Sends something, and is sent once.
        case post = "POST"
        /// Takes something back, such as a token, and is sent once.
        case delete = "DELETE"
    }

    /// Whether the request may be sent a second time when the first was not answered.
    public enum Repetition: Sendable {
        /// Never: a code or refresh token that is redeemed twice is lost.
        case never
        /// Once, after a failure to connect or an answer 502, 503 or 504.
        case once
    }

    /// The method.
    public let method: Method
    /// The address.
    public let url: EndpointURL
    /// The fields, without those the transport sets by itself.
    public let fields: [HTTPField]
    /// The body; nil for none.
    public let body: [UInt8]?
    /// The largest answer, in bytes after decoding.
    public let maximumAnswerBytes: Int
    /// Whether it may be sent again.
    public let repetition: Repetition

    /// The largest answer of most endpoints: 64 KiB.
    public static let standardAnswerBytes = 64 << 10
    /// The largest metadata document or key set: 1 MiB.
    public static let documentBytes = 1 << 20

    /// Makes a request that asks for something.
    ///
    /// It may be sent a second time.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - fields: The fields.
    ///   - maximumAnswerBytes: The largest answer, in bytes after decoding.
    /// - Returns: The request.
    public static func get(
        _ url: EndpointURL, fields: [HTTPField] = [], maximumAnswerBytes: Int = standardAnswerBytes
    ) -> HTTPRequest {
        HTTPRequest(
            method: .get, url: url, fields: fields, body: nil, maximumAnswerBytes: maximumAnswerBytes, repetition: .once
        )
    }

    /// Makes a request that sends something, once.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - fields: The fields, the content type among them.
    ///   - body: The body.
    /// - Returns: The request.
    public static func post(_ url: EndpointURL, fields: [HTTPField], body: [UInt8]) -> HTTPRequest {
        HTTPRequest(
            method: .post, url: url, fields: fields, body: body, maximumAnswerBytes: standardAnswerBytes,
            repetition: .never)
    }

    /// Makes a request that takes something back, once.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - fields: The fields, the content type of a body among them.
    ///   - body: The body; nil for none.
    /// - Returns: The request.
    public static func delete(_ url: EndpointURL, fields: [HTTPField], body: [UInt8]? = nil) -> HTTPRequest {
        HTTPRequest(
            method: .delete, url: url, fields: fields, body: body, maximumAnswerBytes: standardAnswerBytes,
            repetition: .never)
    }
}

extension HTTPRequest: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The method and address, nothing that may be a credential.
    public var description: String { "\(method.rawValue) \(url.textForMessages)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// An answer, whatever its status.
public struct HTTPResponse: Sendable {
    /// The status code.
    public let status: Int
    /// The fields, in order.
    public let fields: [HTTPField]
    /// The body, decoded.
    public let body: [UInt8]

    /// Makes an answer.
    ///
    /// - Parameters:
    ///   - status: The status code.
    ///   - fields: The fields.
    ///   - body: The body, decoded.
    public init(status: Int, fields: [HTTPField], body: [UInt8]) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The first value of a field, whose name is compared without regard to case.
    public subscript(name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

extension HTTPResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The status and length, nothing that may be a credential.
    public var description: String { "status \(status), \(body.count) bytes" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPRequest {
    /// The request with another header field.
    ///
    /// - Parameter field: The field.
    /// - Returns: The request.
    package func adding(_ field: HTTPField) -> HTTPRequest {
        HTTPRequest(
            method: method, url: url, fields: fields + [field], body: body, maximumAnswerBytes: maximumAnswerBytes,
            repetition: repetition)
    }
}
