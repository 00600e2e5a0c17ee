/// A key that can tell whether a signature is right.
///
/// The one seam through which the rules of this module reach a cryptographic library.
public protocol VerificationKey: Sendable {
    /// The algorithms that fit the key.
    var algorithms: Set<SignatureAlgorithm> { get }

    /// Returns if the signature is right.
    ///
    /// - Parameters:
    ///   - signature: The signature in the form of RFC 7518.
    ///   - signingInput: What it is over.
    ///   - algorithm: The algorithm; one that does not fit the key is an error.
    /// - Throws: `JOSEError` with code `signatureInvalid`, or `algorithmNotAllowed` where the algorithm does not fit.
    func verify(_ signature: [UInt8], over signingInput: [UInt8], algorithm: SignatureAlgorithm) throws(JOSEError)
}

/// A key that can sign.
public protocol JWSSigner: Sendable {
    /// The algorithm of its signatures.
    var algorithm: SignatureAlgorithm { get }

    /// Signs.
    ///
    /// - Parameter signingInput: What to sign.
    /// - Returns: The signature in the form of RFC 7518.
    /// - Throws: What the key's library throws.
    func signature(over signingInput: [UInt8]) throws -> [UInt8]
}
