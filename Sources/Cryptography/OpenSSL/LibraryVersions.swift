import COpenSSL

/// The versions of the libraries that are loaded, which are not always those that were built with.
public enum LibraryVersions: Sendable {
    /// OpenSSL's version, such as `OpenSSL 3.0.22 1 Jan 2026`.
    public static var openSSL: String {
        guard let text = unsafe OpenSSL_version(OPENSSL_VERSION) else { return "OpenSSL" }
        return unsafe String(cString: text)
    }
}
