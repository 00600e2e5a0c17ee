/// The files of the bridge's own certificate.
public struct TLSFiles: Sendable, Equatable {
    /// The file of the certificate with its chain, in PEM.
    public let certificate: String
    /// The file of the private key, in PEM.
    public let key: String
}
