import OAuthClient

/// What is wrong with a server's certificate.
enum CertificateFault: Sendable {
    /// What is to be changed, by a result of OpenSSL's verification.
    ///
    /// - Parameter result: A value of `X509_V_ERR_`; 0 or 1 where the chain is good, and libcurl found another name.
    /// - Returns: The fault.
    static func fault(forResult result: Int) -> ConnectionFault {
        switch result {
        case 0, 1, 62, 64: .certificateOfAnotherHost
        case 2, 18, 19, 20, 21, 24, 27: .certificateUntrusted
        case 9, 10: .certificateOutOfTime
        default: .certificateUnacceptable
        }
    }

    /// The words for a result of OpenSSL's verification.
    ///
    /// - Parameter result: A value of `X509_V_ERR_`; 0 or 1 where the chain is good, and libcurl found another name.
    /// - Returns: The words.
    static func words(forResult result: Int) -> String {
        switch result {
        case 0, 1, 62, 64: "the server's certificate is for another host"
        case 2, 18, 19, 20, 21, 24, 27: "the server's certificate is signed by an unknown authority"
        case 9: "the server's certificate is not valid yet"
        case 10: "the server's certificate has expired"
        case 23: "the server's certificate was revoked"
        case 66, 67, 68: "the server's certificate has a key or a signature that is too weak"
        default: "the server's certificate cannot be trusted (verification result \(result))"
        }
    }
}
