/// Why there is no QR code.
///
/// Two errors are equal when their codes are. The reason never quotes the text, which may hold a code.
public struct QRCodeError: Error, Sendable {
    /// The stable name of a failure.
    public enum Code: String, Sendable, CaseIterable {
        /// libqrencode is not installed.
        case libraryUnavailable = "QR_LIBRARY_UNAVAILABLE"
        /// The text is empty, or longer than any QR code.
        case textUnusable = "QR_TEXT_UNUSABLE"
        /// libqrencode failed, for want of memory for example.
        case libraryFailed = "QR_LIBRARY_FAILED"
    }

    /// The stable name of the failure.
    public let code: Code
    /// What exactly is wrong, for a person.
    public let reason: String

    init(_ code: Code, _ reason: String) {
        self.code = code
        self.reason = reason
    }
}

extension QRCodeError: Equatable {
    /// Two errors are equal when their codes are.
    public static func == (left: QRCodeError, right: QRCodeError) -> Bool { left.code == right.code }
}

extension QRCodeError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}
