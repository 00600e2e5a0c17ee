public import Cryptography
import JOSE
import OAuthClient
import StrictJSON

/// The public keys of a service account where everybody reads them: as certificates, and as a JSON Web Key Set.
public struct PublishedCertificates: Sendable {
    private static let maximumKeys = 100

    private let account: AccountName
    let connection: GoogleConnection

    /// Takes an account; nothing is sent.
    ///
    /// - Parameters:
    ///   - account: The account.
    ///   - connection: What calls need.
    public init(account: AccountName, connection: GoogleConnection) {
        self.account = account
        self.connection = connection
    }

    /// The certificates that are published now, in PEM, by their identifiers.
    ///
    /// - Returns: The certificates.
    /// - Throws: `GoogleCloudError`.
    public func certificates() async throws(GoogleCloudError) -> [String: [UInt8]] {
        let response = try await document("/service_accounts/v1/metadata/x509/\(account.email)")
        guard response.status == 200 else { throw refusal(response) }
        let members: JSONObject
        do throws(JSONError) {
            members = try JSONObject(parsing: response.body, limits: .document)
        } catch {
            throw GoogleCloudError(
                .answerMalformed, "the certificates of \(account.email) are unusable: \(error)")
        }
        guard members.names.count <= Self.maximumKeys else {
            throw GoogleCloudError(
                .answerMalformed, "there are more than \(Self.maximumKeys) certificates of one account")
        }
        var certificates: [String: [UInt8]] = [:]
        for name in members.names {
            if let text = members[name]?.string { certificates[name] = [UInt8](text.utf8) }
        }
        return certificates
    }

    /// A key that is published now; nil where there is none of that identifier.
    ///
    /// - Parameter keyID: The identifier.
    /// - Returns: The key.
    /// - Throws: `GoogleCloudError`.
    public func publicKey(_ keyID: String) async throws(GoogleCloudError) -> PublicKey? {
        guard let certificate = try await certificates().first(where: { $0.key.hasSameBytes(as: keyID) }) else {
            return nil
        }
        do throws(CryptographyError) {
            return try PublicKey(parsing: certificate.value)
        } catch {
            throw GoogleCloudError(
                .answerMalformed, "the published certificate \(keyID.quotedExcerpt) is unusable: \(error.reason)")
        }
    }

    /// Whether a key is in the published key set; nil where there is no such set to look into.
    func isInKeySet(_ keyID: String) async throws(GoogleCloudError) -> Bool? {
        // Google's own documents spell its address in two ways.
        for path in ["/service_accounts/v1/jwk/", "/service_accounts/v1/metadata/jwk/"] {
            let response = try await document(path + account.email)
            if response.status == 404 { continue }
            guard response.status == 200 else { throw refusal(response) }
            do throws(JOSEError) {
                let keySet = try JSONWebKeySet(parsing: response.body, limits: .document)
                return keySet.keys.contains { $0.keyID?.hasSameBytes(as: keyID) == true }
            } catch {
                throw GoogleCloudError(.answerMalformed, "the key set of \(account.email) is unusable: \(error.reason)")
            }
        }
        return nil
    }

    private func document(_ path: String) async throws(GoogleCloudError) -> HTTPResponse {
        let url = try connection.endpoints.address(.publicKeys, path).url
        return try await connection.send(.document(url), .harmless)
    }

    private func refusal(_ response: HTTPResponse) -> GoogleCloudError {
        let subject = "the public keys of \(account.email) cannot be read: status \(response.status)"
        switch response.status {
        case 404:
            return GoogleCloudError(
                .accountNotFound, "\(subject): there is no such account, or it has no key",
                hint: "check the address of the account")
        case 429, 500...599: return GoogleCloudError(.unavailable, subject)
        default: return GoogleCloudError(.requestRefused, subject)
        }
    }
}
