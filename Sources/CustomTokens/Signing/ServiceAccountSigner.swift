import Cryptography
public import JOSE
import StrictJSON

/// Signs custom tokens with a service account's private key.
///
/// Safe and fast from any number of threads at once.
public struct ServiceAccountSigner: LocalCustomTokenSigner {
    /// The account that the tokens name as their issuer.
    public let accountEmail: String
    /// The identifier of the key.
    public let keyID: String?

    private let key: ProbedSigningKey
    private let payload: CustomTokenPayload
    private let clock: any WallClock

    /// Makes a signer.
    ///
    /// The key is probed by two independent implementations first, which takes a few milliseconds.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - clock: The clock that dates the tokens.
    /// - Throws: `CustomTokenError` with code `keyUnavailable` where the implementations disagree.
    public init(_ account: ServiceAccount, clock: any WallClock) throws(CustomTokenError) {
        do {
            key = try ProbedSigningKey(probing: account.privateKey)
        } catch {
            throw CustomTokenError("the private key of \(account.email)", unusable: error)
        }
        var header = JSONObject()
        header["alg"] = .string(SignatureAlgorithm.rs256.rawValue)
        header["typ"] = "JWT"
        if let keyID = account.privateKeyID { header["kid"] = .string(keyID) }
        payload = CustomTokenPayload(header: header, accountEmail: account.email)
        accountEmail = account.email
        keyID = account.privateKeyID
        self.clock = clock
    }

    /// Makes a signed custom token.
    ///
    /// - Parameter request: What the token is to say.
    /// - Returns: The token.
    /// - Throws: `CustomTokenError` with code `clockNotSet`, `claimsTooLarge` or `signingFailed`.
    public func customToken(for request: CustomTokenRequest) throws(CustomTokenError) -> CustomToken {
        let issuedAt = try request.issueTime.date(by: clock)
        let expiration = issuedAt + request.lifetime.seconds
        var token = payload.signingInput(for: request, issuedAt: issuedAt, expiration: expiration)
        let signature: [UInt8]
        do {
            signature = try key.signature(over: token)
        } catch {
            throw CustomTokenError(.signingFailed, error.reason)
        }
        token.append(UInt8(ascii: "."))
        Base64URL.append(signature, to: &token)
        guard token.count <= CompactJWS.maximumBytes else {
            throw CustomTokenError(
                .claimsTooLarge,
                "the token would have \(token.count) bytes; at most \(CompactJWS.maximumBytes) are read back")
        }
        return CustomToken(
            serialized: String(decoding: token, as: UTF8.self), userID: request.userID, keyID: keyID,
            issuedAt: issuedAt, expiration: expiration)
    }
}
