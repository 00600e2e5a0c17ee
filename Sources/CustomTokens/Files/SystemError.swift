import Glibc

/// What the system says of its own errors.
package enum SystemError: Sendable {
    /// The words for an error number, such as "No such file or directory".
    package static func text(_ code: Int32) -> String {
        unsafe strerror(code).map { unsafe String(cString: $0) } ?? "error \(code)"
    }
}
