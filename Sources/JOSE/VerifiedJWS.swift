/// A JWS whose signature was right.
///
/// Only a verification makes one.
public struct VerifiedJWS: Sendable {
    /// The header.
    public let header: JOSEHeader
    /// The payload, which the signature covers.
    public let payload: [UInt8]

    init(header: JOSEHeader, payload: [UInt8]) {
        self.header = header
        self.payload = payload
    }
}

extension CompactJWS {
    /// Verifies the signature.
    ///
    /// - Parameters:
    ///   - keys: The keys of the issuer.
    ///   - algorithms: The algorithms that are accepted; the token's header never widens them.
    /// - Returns: The evidence.
    /// - Throws: `JOSEError`: `algorithmNotAllowed`, `keyNotFound`, `keyAmbiguous` or `signatureInvalid`.
    /// - SeeAlso: RFC 7515, section 5.2; RFC 8725, section 3.1.
    public func verified(
        with keys: VerificationKeySet, algorithms: AcceptedAlgorithms
    ) throws(JOSEError) -> VerifiedJWS {
        let header = unverifiedHeader
        guard algorithms.contains(header.algorithm) else {
            throw JOSEError(
                .algorithmNotAllowed,
                "the token is signed with \(header.algorithm.rawValue), expected \(algorithms.names)")
        }
        try keys.key(for: header).verify(signature, over: signingInput, algorithm: header.algorithm)
        return VerifiedJWS(header: header, payload: unverifiedPayload)
    }
}
