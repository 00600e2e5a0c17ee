import JOSE
import Cryptography
import HTTPServer
import OAuthClient
import StrictJSON

extension StrictIAM {
    /// The public keys of accounts, as certificates, bare, or as a key set.
    func publicKeys(_ request: SandboxRequest) throws(GoogleFault) -> ServerResponse {
        guard request.method == "GET" || request.method == "HEAD", let email = request.segments.last else {
            throw Self.notFound
        }
        let form = request.segments.dropLast().joined(separator: "/")
        guard let keys = publishedKeys(of: email, at: try currentTime())?.keys else { throw Self.notFound }
        var object = JSONObject()
        switch form {
        case "robot/v1/metadata/x509", "service_accounts/v1/metadata/x509":
            for key in keys { object[key.keyID] = .string(key.certificate.pem) }
        case "robot/v1/metadata/raw", "service_accounts/v1/metadata/raw":
            for key in keys {
                object[key.keyID] = (try? key.certificate.publicKey.pem()).map {
                    .string(String(decoding: $0, as: UTF8.self))
                }
            }
        case "robot/v1/metadata/jwk", "service_accounts/v1/jwk", "service_accounts/v1/metadata/jwk":
            object["keys"] = .array(keys.map { .object($0.certificate.publicKey.material.webKey(keyID: $0.keyID)) })
        default: throw Self.notFound
        }
        return .sandboxPublicJSON(object, cacheControl: "public, max-age=900, must-revalidate, no-transform")
    }
}
