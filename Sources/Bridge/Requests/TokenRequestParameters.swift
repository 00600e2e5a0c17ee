import OAuthClient
import StrictJSON

/// The parameters of a request to the token endpoint, read strictly (RFC 6749, section 3.2).
///
/// A parameter that is there twice is refused, an empty one is absent, and an unknown one does no harm. Values may be
/// credentials, so they print redacted.
public struct TokenRequestParameters: Sendable {
    /// The longest body, in bytes.
    public static let maximumBodyBytes = 64 << 10
    /// The most parameters.
    public static let maximumCount = 64
    /// The longest value, in bytes: that of the longest token.
    public static let maximumValueBytes = 16 << 10
    /// The longest name, in bytes.
    public static let maximumNameBytes = 128

    private struct Parameter: Sendable {
        let name: String
        let value: String
    }

    private var parameters: [Parameter] = []

    /// Reads the body of a request.
    ///
    /// - Parameters:
    ///   - contentType: The values of all fields `Content-Type`.
    ///   - body: The body.
    /// - Throws: `BridgeError` with code `requestInvalid`.
    public init(contentType: [String], body: [UInt8]) throws(BridgeError) {
        guard let type = contentType.first, contentType.count == 1, FormMediaType.isForm(type) else {
            throw Self.invalid("the body must be application/x-www-form-urlencoded, and its Content-Type must say so")
        }
        try self.init(body: body)
    }

    /// Reads a body that is known to be a form.
    ///
    /// - Parameter body: The body.
    /// - Throws: `BridgeError` with code `requestInvalid`.
    public init(body: [UInt8]) throws(BridgeError) {
        guard body.count <= Self.maximumBodyBytes else {
            throw Self.invalid("the body is longer than \(Self.maximumBodyBytes) bytes")
        }
        var rest = body[...]
        var count = 0
        // Piece by piece: `split` asks a closure for each byte, and tokens are long.
        while !rest.isEmpty {
            let piece = rest[..<(rest.firstIndex(of: UInt8(ascii: "&")) ?? rest.endIndex)]
            rest = rest[piece.endIndex...].dropFirst()
            guard !piece.isEmpty else { continue }
            count += 1
            guard count <= Self.maximumCount else {
                throw Self.invalid("the request has more than \(Self.maximumCount) parameters")
            }
            try append(piece)
        }
    }

    private mutating func append(_ piece: ArraySlice<UInt8>) throws(BridgeError) {
        let equals = piece.firstIndex(of: UInt8(ascii: "=")) ?? piece.endIndex
        guard let name = FormURLEncoding.decode(piece[..<equals]), !name.isEmpty,
            let value = Self.value(piece[equals...].dropFirst(), of: name)
        else { throw Self.invalid("the body is not form-encoded: one of its parameters is malformed or cut off") }
        guard name.utf8.count <= Self.maximumNameBytes else {
            throw Self.invalid("the name of a parameter is too long")
        }
        guard value.utf8.count <= Self.maximumValueBytes else {
            throw Self.invalid(
                "the parameter \(name.quotedExcerpt) is longer than \(Self.maximumValueBytes) bytes")
        }
        guard !parameters.contains(where: { $0.name.hasSameBytes(as: name) }) else {
            throw Self.invalid("the parameter \(name.quotedExcerpt) is there twice")
        }
        parameters.append(Parameter(name: name, value: value))
    }

    /// The value that a text stands for; nil where it is malformed.
    ///
    /// oidc-agent does not escape the blanks between its scopes. They can mean nothing else there, and scopes decide
    /// nothing here; in all else a blank is refused.
    private static func value(_ text: ArraySlice<UInt8>, of name: String) -> String? {
        let blank = UInt8(ascii: " ")
        guard name.hasSameBytes(as: "scope"), text.contains(blank) else { return FormURLEncoding.decode(text) }
        return FormURLEncoding.decode(text.map { $0 == blank ? UInt8(ascii: "+") : $0 }[...])
    }

    /// The value of a parameter; nil where there is none or it is empty, which is the same (RFC 6749, section 3.2).
    ///
    /// - Parameter name: The name.
    /// - Returns: The value, which may be a credential.
    public subscript(name: String) -> String? {
        parameters.first { $0.name.hasSameBytes(as: name) && !$0.value.isEmpty }?.value
    }

    /// The scope to answer with, where one was asked for: custom tokens have none, so none is granted (6749-10).
    ///
    /// - Returns: The empty scope; nil where none was asked for, and then nothing is to be said of it.
    public var grantedScope: String? { self["scope"].map { _ in "" } }

    /// A parameter that must be there.
    func required(_ name: String) throws(BridgeError) -> String {
        guard let value = self[name] else { throw Self.invalid("the parameter \(name) is missing") }
        return value
    }

    /// A credential: printable ASCII, and nothing that could end a header field or a line.
    func credential(_ name: String) throws(BridgeError) -> String {
        let value = try required(name)
        guard Self.isPrintable(value.utf8.span) else {
            throw Self.invalid("the parameter \(name) has a blank or another character that no credential has")
        }
        return value
    }

    /// A loop over the bytes themselves: a view of a string finds its way to them anew for each.
    private static func isPrintable(_ bytes: Span<UInt8>) -> Bool {
        for index in bytes.indices where !(0x21...0x7E ~= bytes[index]) { return false }
        return true
    }

    /// Returns if none of some parameters is there: ignored, they would not do what their sender believes.
    func requireNone(of names: [String], because reason: String) throws(BridgeError) {
        for name in names where self[name] != nil { throw Self.invalid("the parameter \(name) is there: \(reason)") }
    }

    static func invalid(_ fault: String) -> BridgeError {
        BridgeError(.requestInvalid, fault)
    }
}

extension TokenRequestParameters: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of parameters; values may be credentials.
    public var description: String { "\(parameters.count) parameters (redacted)" }
    /// The same as `description`.
    public var debugDescription: String { description }
    /// An empty mirror.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
