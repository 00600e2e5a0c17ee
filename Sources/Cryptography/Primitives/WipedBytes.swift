import COpenSSL

/// Bytes that are overwritten when they are no longer needed.
package final class WipedBytes {
    package private(set) var bytes: [UInt8]

    package init(_ bytes: consuming [UInt8]) {
        self.bytes = bytes
    }

    deinit {
        let count = bytes.count
        unsafe bytes.withUnsafeMutableBytes { unsafe OPENSSL_cleanse($0.baseAddress, count) }
    }
}

extension WipedBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The number of bytes, nothing of them.
    package var description: String { "\(bytes.count) bytes (redacted)" }
    /// The same as `description`.
    package var debugDescription: String { description }
    /// An empty mirror.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
