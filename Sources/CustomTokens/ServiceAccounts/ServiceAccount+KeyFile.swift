package import Cryptography
import StrictJSON

extension ServiceAccount {
    /// The text of a key file, as Google hands it out: a secret.
    ///
    /// - Parameters:
    ///   - privateKey: The private key.
    ///   - email: The account's address.
    ///   - projectID: The project.
    ///   - privateKeyID: The identifier of the key.
    /// - Returns: The JSON text.
    /// - Throws: `CustomTokenError` with code `keyUnavailable`.
    package static func keyFile(
        privateKey: RSAPrivateKey, email: String, projectID: String, privateKeyID: String
    ) throws(CustomTokenError) -> [UInt8] {
        let pem: [UInt8]
        do {
            pem = try privateKey.unencryptedPEM()
        } catch {
            throw CustomTokenError("the private key", unusable: error)
        }
        var object = JSONObject()
        object["type"] = "service_account"
        object["project_id"] = .string(projectID)
        object["private_key_id"] = .string(privateKeyID)
        object["private_key"] = .string(String(decoding: pem, as: UTF8.self))
        object["client_email"] = .string(email)
        object["token_uri"] = "https://oauth2.googleapis.com/token"
        object["universe_domain"] = "googleapis.com"
        return object.compactBytes
    }
}
