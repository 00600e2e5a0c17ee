public import StrictJSON

/// Who a token must be from (`iss`; RFC 7519, section 4.1.1).
///
/// There is no case for "anyone".
public enum TokenIssuer: Sendable {
    /// This issuer, byte for byte.
    case exactly(String)
    /// One of these issuers, byte for byte.
    case oneOf([String])
    /// The issuer that the token's other claims demand, such as that of the tenant it names.
    ///
    /// The rule throws where they demand none that is acceptable.
    case demandedByClaims(@Sendable (JSONObject) throws(JOSEError) -> String)

    /// The issuer in the claims, if it is an expected one.
    ///
    /// - Throws: `JOSEError` with code `issuerMismatch`, `claimMissing` or `claimInvalid`.
    func check(_ claims: JSONObject) throws(JOSEError) -> String {
        guard let claim = claims["iss"] else { throw JOSEError(.claimMissing, "the token names no issuer (iss)") }
        guard case .string(let found) = claim else {
            throw JOSEError(.claimInvalid, "iss is \(claim.kind), not a string")
        }
        let expected = try expected(by: claims)
        guard expected.contains(where: { $0.hasSameBytes(as: found) }) else {
            throw JOSEError(
                .issuerMismatch,
                "the token was issued by \(found.quotedExcerpt) (iss), expected "
                    + expected.map(\.quotedExcerpt).joined(separator: " or "))
        }
        return found
    }

    private func expected(by claims: JSONObject) throws(JOSEError) -> [String] {
        switch self {
        case .exactly(let issuer): [issuer]
        case .oneOf(let issuers): issuers
        case .demandedByClaims(let rule): [try rule(claims)]
        }
    }
}
