import StrictJSON

/// An error as Facebook's Graph API words it: `{"error":{"message","type","code",...}}`, or `data.error` in a check.
struct FacebookRefusal: Sendable {
    private let code: Int64
    private let message: String

    /// Reads an error; nil where there is none.
    init?(_ members: JSONObject) {
        guard let error = members["error"]?.object ?? members["data"]?.object?["error"]?.object,
            let code = error["code"]?.integer
        else { return nil }
        self.code = code
        message = error["message"]?.string ?? ""
    }

    /// What it means.
    func error(_ subject: String) -> CredentialError {
        switch code {
        case _ where message.lowercased().contains("desktop app"):
            CredentialError(
                .providerMisconfigured, "\(subject): the app is configured as a native or desktop app",
                providerCode: String(code))
        // An app token may look at the tokens of its own app only.
        case 100:
            CredentialError(
                .audienceMismatch,
                "\(subject): our app may not look at this token: it was issued to another app, or our app secret is wrong (code 100)",
                providerCode: String(code))
        case 1, 2, 4, 17, 341:
            CredentialError(
                .providerUnavailable, "\(subject): the provider asks to try later (code \(code))",
                providerCode: String(code))
        case 190:
            CredentialError(
                .credentialInvalid, "\(subject): the access token is invalid or has expired (code 190)",
                providerCode: String(code))
        default:
            CredentialError(.credentialInvalid, "\(subject): refused with code \(code)", providerCode: String(code))
        }
    }
}
