package import JOSE
import StrictJSON

/// A custom token that is yet to be signed, by a key that is not at hand.
package struct CustomTokenDraft: Sendable {
    /// What the token says: the text of a JSON object.
    package let payload: [UInt8]
    /// What a signature is over: the encoded header and payload.
    package let signingInput: [UInt8]

    private let userID: UserID
    private let keyID: String?
    private let issuedAt: NumericDate
    private let expiration: NumericDate

    /// Drafts a token.
    ///
    /// - Parameters:
    ///   - request: What the token is to say.
    ///   - accountEmail: The account that signs.
    ///   - keyID: The identifier of the key, for the header; nil where it is known only afterwards.
    ///   - clock: The clock that dates the token.
    /// - Throws: `CustomTokenError` with code `clockNotSet` or `issuedAtInvalid`.
    package init(
        _ request: CustomTokenRequest, accountEmail: String, keyID: String?, clock: any WallClock
    ) throws(CustomTokenError) {
        var header = JSONObject()
        header["alg"] = .string(SignatureAlgorithm.rs256.rawValue)
        header["typ"] = "JWT"
        if let keyID { header["kid"] = .string(keyID) }
        issuedAt = try request.issueTime.date(by: clock)
        expiration = issuedAt + request.lifetime.seconds
        let form = CustomTokenPayload(header: header, accountEmail: accountEmail)
        payload = form.payload(for: request, issuedAt: issuedAt, expiration: expiration)
        signingInput = form.signingInput(for: request, issuedAt: issuedAt, expiration: expiration)
        userID = request.userID
        self.keyID = keyID
    }

    /// The token with its signature.
    ///
    /// - Parameters:
    ///   - signature: The signature over the signing input.
    ///   - signingKeyID: The identifier of the key that was used, where that was not known before.
    /// - Returns: The token.
    /// - Throws: `CustomTokenError` with code `claimsTooLarge`.
    package func signed(_ signature: [UInt8], signingKeyID: String? = nil) throws(CustomTokenError) -> CustomToken {
        var token = signingInput
        token.append(UInt8(ascii: "."))
        Base64URL.append(signature, to: &token)
        return try signed(serialized: String(decoding: token, as: UTF8.self), signingKeyID: signingKeyID)
    }

    /// The token as another has put it together.
    ///
    /// - Parameters:
    ///   - serialized: The token, which the caller has found to say what the payload says.
    ///   - signingKeyID: The identifier of the key that was used.
    /// - Returns: The token.
    /// - Throws: `CustomTokenError` with code `claimsTooLarge`.
    package func signed(serialized: String, signingKeyID: String?) throws(CustomTokenError) -> CustomToken {
        guard serialized.utf8.count <= CompactJWS.maximumBytes else {
            throw CustomTokenError(
                .claimsTooLarge,
                "the token would have \(serialized.utf8.count) bytes; at most \(CompactJWS.maximumBytes) are read back")
        }
        return CustomToken(
            serialized: serialized, userID: userID, keyID: keyID ?? signingKeyID, issuedAt: issuedAt,
            expiration: expiration)
    }
}
