/// Why the server does not start, or an address is none.
///
/// Two errors are equal when their codes are.
public struct HTTPServerError: Error, Sendable {
    /// The stable name of a refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// A network is not written as one.
        case networkInvalid = "NETWORK_INVALID"
        /// The library that serves HTTP is not there, or too old.
        case libraryUnavailable = "HTTP_LIBRARY_UNAVAILABLE"
        /// The address cannot be listened on.
        case listenFailed = "LISTEN_FAILED"
        /// The certificate or its key cannot be used.
        case certificateUnusable = "CERTIFICATE_UNUSABLE"
        /// The server could not be started.
        case startFailed = "SERVER_START_FAILED"
    }

    /// The stable name of the refusal.
    public let code: Code
    /// What exactly is wrong, for a person.
    public let reason: String

    package init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension HTTPServerError: Equatable {
    /// Two errors are equal when their codes are.
    public static func == (left: HTTPServerError, right: HTTPServerError) -> Bool {
        left.code == right.code
    }
}

extension HTTPServerError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}
