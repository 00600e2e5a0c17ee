import Cryptography
import CustomTokens
import JOSE
import OAuthClient
import StrictJSON

/// Has access tokens by assertions that a service account's key signs (RFC 7523).
struct ServiceAccountGrant: TokenGrant {
    private static let lifetime: Int64 = 3600

    let email: String
    private let keyID: String?
    private let key: ProbedSigningKey
    private let tokenURI: GoogleAddress
    private let connection: GoogleConnection

    init(
        _ account: ServiceAccount, tokenURI: GoogleAddress, connection: GoogleConnection
    ) throws(GoogleCloudError) {
        do throws(CryptographyError) {
            key = try ProbedSigningKey(probing: account.privateKey)
        } catch {
            throw GoogleCloudError(.credentialFileUnusable, "the private key cannot be used: \(error.reason)")
        }
        email = account.email
        keyID = account.privateKeyID
        self.tokenURI = tokenURI
        self.connection = connection
    }

    func token() async throws(GoogleCloudError) -> GrantedToken {
        let assertion = try assertion()
        let body =
            "grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer&assertion=\(assertion.secretText)"
        let request = HTTPRequest.post(tokenURI.url, fields: .form, body: [UInt8](body.utf8))
        let answer = TokenAnswer(
            action: "give an access token to \(email)", secrets: SentSecrets([assertion.secretText]))
        // The same assertion twice is two tokens, and no harm.
        return try answer.token(await connection.send(request, .harmless))
    }

    /// The assertion: good for an hour from one reading of the clock.
    func assertion() throws(GoogleCloudError) -> ClientAssertion {
        do {
            let now = try connection.wallClock.now()
            var header = JSONObject()
            header["alg"] = .string(SignatureAlgorithm.rs256.rawValue)
            header["typ"] = "JWT"
            if let keyID { header["kid"] = .string(keyID) }
            var claims = JSONObject()
            claims["iss"] = .string(email)
            claims["scope"] = .string(OAuthScopes.text)
            claims["aud"] = .string(tokenURI.url.text)
            claims["iat"] = .integer(now.secondsSinceEpoch)
            claims["exp"] = .integer((now + Self.lifetime).secondsSinceEpoch)
            let input = "\(Base64URL.encode(header.compactBytes)).\(Base64URL.encode(claims.compactBytes))"
            return ClientAssertion("\(input).\(Base64URL.encode(try key.signature(over: [UInt8](input.utf8))))")
        } catch {
            throw GoogleCloudError(.cryptographyFailed, "the assertion for an access token could not be made: \(error)")
        }
    }
}

extension [HTTPField] {
    /// Of a form.
    static var form: [HTTPField] {
        [
            HTTPField(name: "Content-Type", value: "application/x-www-form-urlencoded"),
            HTTPField(name: "Accept", value: "application/json"),
        ]
    }

    /// Of a call with an access token.
    static func authorized(by token: AccessToken) -> [HTTPField] {
        [
            HTTPField(name: "Authorization", value: "Bearer \(token.secretText)"),
            HTTPField(name: "Content-Type", value: "application/json"),
            HTTPField(name: "Accept", value: "application/json"),
        ]
    }
}
