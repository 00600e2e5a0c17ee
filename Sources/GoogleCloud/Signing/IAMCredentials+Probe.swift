import Cryptography
import JOSE

extension IAMCredentials {
    /// Has a token that means nothing signed in both ways, and holds the signatures against the published keys: for
    /// start-up and `doctor`.
    ///
    /// - Parameter method: In which way.
    /// - Returns: The identifier of the key that signed.
    /// - Throws: `GoogleCloudError`; with code `signatureWrong` where the signature is not of a published key.
    public func probe(_ method: Method) async throws(GoogleCloudError) -> String {
        let now = try secondsNow()
        let claims = [UInt8](#"{"probe":"token-bridge","iat":\#(now),"exp":\#(now + 60)}"#.utf8)
        let input: [UInt8]
        let signature: [UInt8]
        let keyID: String
        switch method {
        case .signBlob:
            var text = [UInt8](Base64URL.encode(#"{"alg":"RS256","typ":"JWT"}"#.utf8).utf8)
            text.append(UInt8(ascii: "."))
            Base64URL.append(claims, to: &text)
            input = text
            (signature, keyID) = try await self.signature(over: input)
        case .signJWT:
            let signed = try await jwt(claims: claims)
            keyID = signed.keyID
            guard let token = try? CompactJWS(parsing: signed.token) else {
                throw GoogleCloudError(.answerMalformed, "the probe that signJwt answers with cannot be read")
            }
            (input, signature) = (token.signingInput, token.signature)
        }
        let published = try await PublishedCertificates(account: account, connection: connection).publicKey(keyID)
        guard let published else {
            throw GoogleCloudError(.signatureWrong, "the key \(keyID), which Google signs with, is not published")
        }
        do throws(JOSEError) {
            try published.verify(signature, over: input, algorithm: .rs256)
        } catch {
            throw GoogleCloudError(.signatureWrong, "a signature by \(method.rawValue) was probed, and it is not right")
        }
        return keyID
    }

    /// A way to have Google sign.
    public enum Method: String, Sendable, CaseIterable {
        /// Google puts the whole token together: the usual way.
        case signJWT = "sign_jwt"
        /// Google signs bytes.
        case signBlob = "sign_blob"
    }

    private func secondsNow() throws(GoogleCloudError) -> Int64 {
        do throws(JOSEError) {
            return try connection.wallClock.now().secondsSinceEpoch
        } catch {
            throw GoogleCloudError(.cryptographyFailed, error.reason)
        }
    }
}
