import OAuthClient
import StrictJSON

/// Reads the answers of token endpoints (RFC 6749, sections 5.1 and 5.2).
struct TokenAnswer: Sendable {
    /// What was asked, after "to".
    let action: String
    /// What the answer may quote and a message must not.
    let secrets: SentSecrets

    /// The token of an answer.
    func token(_ response: HTTPResponse) throws(GoogleCloudError) -> GrantedToken {
        let members = try? JSONObject(parsing: response.body, limits: .document)
        guard response.status == 200 else { throw refusal(response, members) }
        guard let members, let text = members["access_token"]?.string, Self.isToken(text) else {
            throw GoogleCloudError(.answerMalformed, "the answer to the attempt to \(action) has no access token")
        }
        if let type = members["token_type"]?.string, type.lowercased() != "bearer" {
            throw GoogleCloudError(
                .answerMalformed, "the answer to the attempt to \(action) has a token of another type than Bearer")
        }
        let seconds = members["expires_in"]?.integer ?? members["expires_in"]?.string.flatMap { Int64($0) } ?? 0
        return GrantedToken(token: AccessToken(text), lifetime: .seconds(min(max(seconds, 0), 86_400)))
    }

    /// Whether a text is fit to stand after `Bearer`.
    static func isToken(_ text: String) -> Bool {
        1...16_384 ~= text.utf8.count && text.utf8.allSatisfy { 0x21...0x7E ~= $0 }
    }

    private func refusal(_ response: HTTPResponse, _ members: JSONObject?) -> GoogleCloudError {
        let code = members?["error"]?.string ?? ""
        let description = members?["error_description"]?.string ?? ""
        let refusal = GoogleRefusal(response, secrets: secrets)
        let subject = "Google refused to \(action) (\(refusal.words))"
        if response.status == 429 || response.status >= 500 {
            return GoogleCloudError(.unavailable, subject, retryAfterSeconds: refusal.retryAfterSeconds)
        }
        let cause: (words: String, hint: String)? =
            switch code {
            case "invalid_grant" where description.contains("Invalid JWT Signature"):
                (
                    "the key is deleted, disabled or another account's",
                    "use a key that is enabled: gcloud iam service-accounts keys list --iam-account=ACCOUNT shows the account's"
                )
            case "invalid_grant" where description.contains("reasonable timeframe"):
                ("the clock of this machine is wrong", "set the clock, by NTP for example")
            case "invalid_grant" where description.contains("account not found"):
                ("the service account was deleted", "use a key of an account that exists")
            case "invalid_grant" where description.contains("audience"):
                ("token_uri of the key file is not where it was sent", "use the key file as Google made it")
            case "invalid_grant":
                ("the credential is not, or no longer, valid", "gcloud auth application-default login")
            case "invalid_client": ("the client of the credential is not known", "make the credential anew by gcloud")
            case "invalid_scope": ("the account may not have the scope", "allow the cloud-platform scope")
            case "invalid_target", "unauthorized_client":
                (
                    "the workload identity pool does not take the token",
                    "check the audience and the provider's conditions"
                )
            default: nil
            }
        return GoogleCloudError(
            .credentialRefused, cause.map { "\(subject): \($0.words)" } ?? subject, hint: cause?.hint)
    }
}
