import OAuthClient
import StrictJSON

/// The parameters of a request to our authorization endpoint, each as often as it came.
///
/// An app must be told of a repeated parameter, so that alone makes no request unreadable.
struct AuthorizationQuery: Sendable {
    /// The longest query, in bytes.
    static let maximumBytes = 16 << 10
    /// The most parameters.
    static let maximumCount = 100

    private let parameters: [(name: String, value: String)]

    /// Reads a query.
    ///
    /// - Throws: `BridgeError` with code `requestInvalid`.
    init(_ query: String) throws(BridgeError) {
        let pieces = query.utf8.split(separator: UInt8(ascii: "&"), maxSplits: Self.maximumCount)
        guard query.utf8.count <= Self.maximumBytes, pieces.count <= Self.maximumCount else {
            throw BridgeError(.requestInvalid, "the request is too large")
        }
        var parameters: [(name: String, value: String)] = []
        for piece in pieces {
            let parts = piece.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = FormURLEncoding.decode(parts[0]),
                let value = FormURLEncoding.decode(parts.count > 1 ? parts[1] : Substring().utf8)
            else { throw BridgeError(.requestInvalid, "the request is not form-encoded: a parameter is malformed") }
            parameters.append((name, value))
        }
        self.parameters = parameters
    }

    /// The value of a parameter; nil where there is none or it is empty, which is the same (RFC 6749, section 3.1).
    ///
    /// - Throws: `BridgeError` with code `requestInvalid` where it is there twice.
    func value(_ name: String) throws(BridgeError) -> String? {
        let values = parameters.filter { $0.name.hasSameBytes(as: name) }
        guard values.count < 2 else { throw BridgeError(.requestInvalid, "the parameter \(name) is there twice") }
        return values.first.flatMap { $0.value.isEmpty ? nil : $0.value }
    }

    /// Returns if no parameter is there twice, known or unknown (RFC 6749, section 3.1).
    ///
    /// - Throws: `BridgeError` with code `requestInvalid`.
    func requireNoRepetition() throws(BridgeError) {
        for parameter in parameters { _ = try value(parameter.name) }
    }
}
