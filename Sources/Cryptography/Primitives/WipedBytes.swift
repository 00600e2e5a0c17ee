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
