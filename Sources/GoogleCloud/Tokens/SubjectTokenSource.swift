import CustomTokens
import OAuthClient
import StrictJSON

/// A token of a workload, which is a secret.
struct SubjectToken: SecretText {
    let secretText: String
}

/// Where the token of a workload stands, read each time: its owner renews it.
struct SubjectTokenSource: Sendable {
    /// The place.
    enum Place: Sendable {
        case file(path: String)
        case url(EndpointURL, fields: [HTTPField])
    }

    /// The form of what stands there.
    enum Form: Sendable {
        case text
        case json(member: String)
    }

    let place: Place
    let form: Form

    func token(_ connection: GoogleConnection) async throws(GoogleCloudError) -> SubjectToken {
        let bytes: [UInt8]
        switch place {
        case .file(let path):
            do throws(CustomTokenError) {
                // Read again and again, within a service too: a pipe would be waited for.
                bytes = try SecretFile(regularFile: path).bytes
            } catch {
                throw GoogleCloudError(
                    .credentialFileUnusable, "the token of the workload cannot be read: \(error.reason)")
            }
        case .url(let url, let fields):
            let response = try await connection.send(.get(url, fields: fields), .harmless)
            guard response.status == 200 else {
                throw GoogleCloudError(
                    .unavailable, "\(url.textForMessages) gave no token of the workload: status \(response.status)")
            }
            bytes = response.body
        }
        guard let text = text(in: bytes), TokenAnswer.isToken(text) else {
            throw GoogleCloudError(
                .credentialFileUnusable, "there is no token where the token of the workload should be")
        }
        return SubjectToken(secretText: text)
    }

    private func text(in bytes: [UInt8]) -> String? {
        switch form {
        case .text: String(validating: OuterBlanks.trimmed(bytes), as: UTF8.self)
        case .json(let member): (try? JSONObject(parsing: bytes, limits: .document))?[member]?.string
        }
    }
}
