import COpenSSL

/// OpenSSL's error queue.
///
/// It is one per thread, so nothing may be awaited between a call and the reading of its errors.
enum OpenSSLErrorQueue: Sendable {
    /// Runs calls to OpenSSL with an empty queue before and after, so that no call sees another's errors.
    static func isolated<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        clear()
        defer { clear() }
        return try body()
    }

    /// Clearing an empty queue costs 2,000 instructions; looking whether it is empty, a few.
    private static func clear() {
        if ERR_peek_error() != 0 { ERR_clear_error() }
    }

    /// Whether the first error is that of an algorithm that this OpenSSL does not have, such as one of the provider
    /// "legacy".
    ///
    /// EVP's own "unsupported" (library 6, reason 0x8010C): other parts say so of a text that a wrong passphrase made.
    static var lacksAlgorithm: Bool { ERR_peek_error() == 0x0308_010C }

    /// Empties the queue into an error.
    ///
    /// - Parameters:
    ///   - code: The error's code.
    ///   - action: What was being done, for the reason.
    /// - Returns: The error.
    static func drained(_ code: CryptographyError.Code, _ action: String) -> CryptographyError {
        var reasons: [String] = []
        while case let packed = ERR_get_error_all(nil, nil, nil, nil, nil), packed != 0 {
            // Only fixed strings of the library: the queue's free data may quote the input.
            guard let text = unsafe ERR_reason_error_string(packed) else { continue }
            reasons.append(unsafe String(cString: text))
        }
        return CryptographyError(code, reasons.isEmpty ? action : "\(action) (\(reasons.joined(separator: ", ")))")
    }
}
