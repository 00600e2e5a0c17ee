import COpenSSL

/// Comparisons that take the same time wherever two values differ.
package enum ConstantTime: Sendable {
    /// Whether two values are the same bytes; how long they are is no secret.
    ///
    /// - Parameters:
    ///   - left: A value.
    ///   - right: Another.
    /// - Returns: Whether they are the same.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        return unsafe CRYPTO_memcmp(left, right, left.count) == 0
    }

    /// Whether two texts are the same bytes; how long they are is no secret.
    ///
    /// - Parameters:
    ///   - left: A text.
    ///   - right: Another.
    /// - Returns: Whether they are the same.
    package static func areEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (left.utf8.span, right.utf8.span)
        guard left.count == right.count else { return false }
        return unsafe left.withUnsafeBytes { left in
            unsafe right.withUnsafeBytes { right in
                guard let first = left.baseAddress, let second = right.baseAddress else { return unsafe left.isEmpty }
                return unsafe CRYPTO_memcmp(first, second, left.count) == 0
            }
        }
    }
}
