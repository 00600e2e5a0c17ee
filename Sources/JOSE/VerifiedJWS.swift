/// A JWS whose signature was right.
///
/// Only a verification makes one.
public struct VerifiedJWS: Sendable {
    /// The header.
    public let header: JOSEHeader
    /// The payload, which the signature covers.
    public let payload: [UInt8]
    /// The issuer that the key is for, where its set says so.
    public let keyIssuer: String?

    init(header: JOSEHeader, payload: [UInt8], keyIssuer: String?) {
        self.header = header
        self.payload = payload
        self.keyIssuer = keyIssuer
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
        try algorithms.require(header.algorithm)
        let entry = try keys.entry(for: header)
        try entry.key.verify(signature, over: signingInput, algorithm: header.algorithm)
        return VerifiedJWS(header: header, payload: unverifiedPayload, keyIssuer: entry.issuer)
    }
}
