import StrictJSON

/// Parameters of a request or a response in their order, no name twice (RFC 6749, sections 3.1 and 3.2).
///
/// Names are compared as bytes. Values may be credentials.
public struct FormParameters: Sendable {
    /// One parameter.
    public struct Parameter: Sendable {
        /// The name.
        public let name: String
        /// The value, which may be a credential.
        public let value: String
    }

    /// The most parameters that are read.
    static let maximumCount = 100

    /// The parameters in their order.
    public private(set) var parameters: [Parameter] = []

    /// Makes a list without parameters.
    public init() {}

    /// Makes a list of parameters.
    ///
    /// - Parameter pairs: Names and values.
    /// - Throws: `OAuthClientError` with code `parameterInvalid` for an empty name or one that is there twice.
    public init(_ pairs: [(name: String, value: String)]) throws(OAuthClientError) {
        for (name, value) in pairs { try append(name, value) }
    }

    /// The value of a parameter; nil where there is none or it is empty, which is the same (RFC 6749, section 3.1).
    public subscript(name: String) -> String? {
        parameters.first { $0.name.hasSameBytes(as: name) && !$0.value.isEmpty }?.value
    }

    /// Whether there is a parameter of a name, empty or not.
    func hasParameter(named name: String) -> Bool {
        parameters.contains { $0.name.hasSameBytes(as: name) }
    }

    /// Appends a parameter.
    ///
    /// - Throws: `OAuthClientError` with code `parameterInvalid` for an empty name or one that is there already.
    mutating func append(_ name: String, _ value: String) throws(OAuthClientError) {
        guard !name.isEmpty else { throw OAuthClientError(.parameterInvalid, "a parameter has no name") }
        guard !hasParameter(named: name) else {
            throw OAuthClientError(.parameterInvalid, "the parameter \(name.quotedExcerpt) is there twice")
        }
        parameters.append(Parameter(name: name, value: value))
    }

    /// The parameters as `name=value&name=value`.
    package var encodedText: String {
        parameters.map { "\(FormURLEncoding.encode($0.name))=\(FormURLEncoding.encode($0.value))" }
            .joined(separator: "&")
    }
}

extension FormParameters {
    /// Reads parameters as they stand in a query or a body.
    ///
    /// - Parameter text: The text, without the question mark before a query.
    /// - Throws: `OAuthClientError` with code `answerMalformed` for a malformed escape, a name that is there twice, and
    ///   more than 100 parameters.
    package init(parsing text: some Collection<UInt8>) throws(OAuthClientError) {
        let pieces = text.split(separator: UInt8(ascii: "&"), maxSplits: Self.maximumCount)
        guard pieces.count <= Self.maximumCount else {
            throw OAuthClientError(.answerMalformed, "the answer has more than \(Self.maximumCount) parameters")
        }
        for piece in pieces {
            let equals = piece.firstIndex(of: UInt8(ascii: "="))
            guard let name = FormURLEncoding.decode(piece[..<(equals ?? piece.endIndex)]), !name.isEmpty,
                let value = FormURLEncoding.decode(equals.map { piece[$0...].dropFirst() } ?? piece.suffix(0))
            else {
                throw OAuthClientError(
                    .answerMalformed, "the answer's parameters are not form-encoded: one is malformed or cut off")
            }
            guard !hasParameter(named: name) else {
                throw OAuthClientError(.answerMalformed, "the answer has the parameter \(name.quotedExcerpt) twice")
            }
            parameters.append(Parameter(name: name, value: value))
        }
    }
}

extension FormParameters: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of parameters; values may be credentials.
    public var description: String { "\(parameters.count) parameters (redacted)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension FormParameters.Parameter: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name; the value may be a credential.
    public var description: String { "\(name.quotedExcerpt) (redacted)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
