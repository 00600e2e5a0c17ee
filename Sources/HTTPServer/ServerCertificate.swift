/// What a server proves its name with in TLS.
///
/// It does not print its key.
public struct ServerCertificate: Sendable {
    /// The certificate and those that lead to its root, as PEM.
    let chain: [UInt8]
    /// The private key, as PEM.
    let key: [UInt8]

    /// Makes a certificate; whether the two belong together shows when a server takes it.
    ///
    /// - Parameters:
    ///   - chain: The certificate first, then those that lead to its root, as PEM.
    ///   - key: The private key, as PEM that is not encrypted.
    /// - Throws: `HTTPServerError` with code `certificateUnusable` where either is no text of PEM.
    public init(chain: [UInt8], key: [UInt8]) throws(HTTPServerError) {
        guard Self.isPEM(chain) else {
            throw HTTPServerError(.certificateUnusable, "the certificate is not written as PEM")
        }
        guard Self.isPEM(key) else {
            throw HTTPServerError(.certificateUnusable, "the private key of the certificate is not written as PEM")
        }
        self.chain = chain
        self.key = key
    }

    private static func isPEM(_ bytes: [UInt8]) -> Bool {
        !bytes.contains(0) && bytes.contains(Array("-----BEGIN ".utf8))
    }
}

extension ServerCertificate: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Says that there is a key, without it.
    public var description: String { "ServerCertificate(key: redacted)" }
    /// Says that there is a key, without it.
    public var debugDescription: String { description }
    /// Nothing of what it holds.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
