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
