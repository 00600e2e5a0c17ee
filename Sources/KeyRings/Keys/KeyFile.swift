import Cryptography
import CustomTokens
import JOSE
import StrictJSON

/// The file of one key: what Google hands out, and in a member of our own its certificate.
struct KeyFile: Sendable {
    let account: ServiceAccount
    let id: String
    let certificate: Certificate?

    /// Reads the text of a file.
    ///
    /// - Throws: `CustomTokenError` as a string within `KeyRingError`, code `keyUnusable`.
    init(parsing text: [UInt8]) throws(KeyRingError) {
        do {
            account = try ServiceAccount(parsing: text)
        } catch {
            throw KeyRingError(.keyUnusable, error.reason)
        }
        let key = account.privateKey.publicKey
        guard let given = account.privateKeyID else {
            id = try KeyIdentifier.made(for: key)
            certificate = try Self.certificate(in: text, of: key)
            return
        }
        guard KeyIdentifier.isPossible(given) else {
            throw KeyRingError(.keyUnusable, "its private_key_id cannot be one")
        }
        id = given
        certificate = try Self.certificate(in: text, of: key)
    }

    private static func certificate(in text: [UInt8], of key: PublicKey) throws(KeyRingError) -> Certificate? {
        // A key file that is wrapped in base64 is not one that we wrote.
        let limits = JSONLimits(maximumBytes: SecretFile.maximumBytes, maximumDepth: 16)
        guard let object = try? JSONObject(parsing: OuterBlanks.trimmed(text), limits: limits),
            let member = object["certificate"]
        else { return nil }
        guard let pem = member.string else { throw KeyRingError(.keyUnusable, "its certificate is \(member.kind)") }
        do {
            let certificate = try Certificate(parsing: [UInt8](pem.utf8))
            guard certificate.isAbout(key) else {
                throw KeyRingError(.keyUnusable, "its certificate is about another key")
            }
            return certificate
        } catch let error as KeyRingError {
            throw error
        } catch let error as CryptographyError {
            throw KeyRingError(.keyUnusable, error.reason)
        } catch {
            throw KeyRingError(.keyUnusable, "its certificate cannot be read")
        }
    }

    /// The text of a file: a secret.
    static func text(
        privateKey: RSAPrivateKey, id: String, email: String, projectID: String?, certificate: Certificate?
    ) throws(KeyRingError) -> [UInt8] {
        do throws(CryptographyError) {
            var object = JSONObject()
            object["type"] = "service_account"
            object["project_id"] = projectID.map { .string($0) }
            object["private_key_id"] = .string(id)
            object["private_key"] = .string(String(decoding: try privateKey.unencryptedPEM(), as: UTF8.self))
            object["client_email"] = .string(email)
            object["token_uri"] = "https://oauth2.googleapis.com/token"
            object["universe_domain"] = "googleapis.com"
            if let certificate {
                object["certificate"] = .string(String(decoding: try certificate.pem(), as: UTF8.self))
            }
            return object.compactBytes + [0x0A]
        } catch {
            throw KeyRingError(.keyUnusable, error.reason)
        }
    }
}
