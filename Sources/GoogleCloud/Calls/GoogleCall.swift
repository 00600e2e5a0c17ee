import OAuthClient
import StrictJSON

/// What a call is for, so that its refusal can be told with a cure.
struct GoogleCall: Sendable {
    /// What a 404 says is missing.
    enum Target: Sendable {
        case account
        case key(String)
    }

    /// What is tried, after "to".
    let action: String
    /// The account that it is about.
    let account: AccountName
    /// What the caller must be allowed.
    let permission: String
    /// The role that allows it.
    let role: String
    /// The API that must be switched on.
    let api: String
    let target: Target
    /// Whether it adds a key, which limits and policies stand against.
    let addsKey: Bool

    init(
        _ action: String, _ account: AccountName, permission: String, role: String, api: String,
        target: Target = .account, addsKey: Bool = false
    ) {
        self.action = action
        self.account = account
        self.permission = permission
        self.role = role
        self.api = api
        self.target = target
        self.addsKey = addsKey
    }

    /// The members of an answer.
    ///
    /// - Parameters:
    ///   - response: The answer.
    ///   - secrets: What was sent and must not be quoted.
    /// - Returns: The members.
    /// - Throws: `GoogleCloudError`.
    func members(_ response: HTTPResponse, secrets: SentSecrets) throws(GoogleCloudError) -> JSONObject {
        guard 200...299 ~= response.status else { throw refusal(GoogleRefusal(response, secrets: secrets)) }
        // An answer without members may have no body at all.
        guard !response.body.isEmpty else { return JSONObject() }
        do {
            return try JSONObject(parsing: response.body, limits: .document)
        } catch {
            throw GoogleCloudError(.answerMalformed, "the answer to the attempt to \(action) is unusable: \(error)")
        }
    }

    private func refusal(_ refusal: GoogleRefusal) -> GoogleCloudError {
        let subject = "Google refused to \(action) (\(refusal.words))"
        if let constraint = refusal.constraint { return policy(constraint, subject) }
        if addsKey, refusal.isOfKeyLimit {
            return GoogleCloudError(
                .keyLimitReached, "\(subject): a service account has at most 10 keys, disabled ones included",
                hint:
                    "token-bridge keys account shows them; delete one that no service signs with: gcloud iam service-accounts"
                    + " keys delete KID --iam-account=\(account.email)")
        }
        switch refusal.status {
        case 401:
            return GoogleCloudError(
                .credentialRefused, "\(subject): the access token is not accepted",
                hint: "sign in anew, or check the clock")
        case 403 where refusal.isOfDisabledAPI:
            return GoogleCloudError(
                .apiDisabled, "\(subject): the API \(api) is not switched on in the project of the caller",
                hint: "gcloud services enable \(api)")
        case 403: return denied(subject)
        case 404: return missing(subject)
        case 429:
            return GoogleCloudError(
                .quotaExhausted, subject, hint: "ask less often, or for a higher quota",
                retryAfterSeconds: refusal.retryAfterSeconds)
        case 500...599:
            return GoogleCloudError(.unavailable, subject, retryAfterSeconds: refusal.retryAfterSeconds)
        default: return GoogleCloudError(.requestRefused, subject)
        }
    }

    private func denied(_ subject: String) -> GoogleCloudError {
        GoogleCloudError(
            .permissionDenied,
            "\(subject): the caller lacks \(permission) on \(account.email), or there is no such account",
            hint:
                "grant \(role) on the account, also where the caller is that account itself: gcloud iam service-accounts"
                + " add-iam-policy-binding \(account.email) --member=serviceAccount:CALLER --role=\(role)")
    }

    private func missing(_ subject: String) -> GoogleCloudError {
        switch target {
        case .account:
            GoogleCloudError(
                .accountNotFound, "\(subject): there is no service account \(account.email)",
                hint: "check its address, and that it was not deleted")
        case .key(let keyID):
            GoogleCloudError(
                .keyNotFound, "\(subject): \(account.email) has no key \(keyID.quotedExcerpt)",
                hint:
                    "a key that was just made may need a minute; gcloud iam service-accounts keys list"
                    + " --iam-account=\(account.email) shows the others")
        }
    }

    private func policy(_ constraint: String, _ subject: String) -> GoogleCloudError {
        GoogleCloudError(
            .policyForbids, "\(subject): the organization's policy \(constraint) forbids it",
            hint: "ask its administrator for an exception for this project, or sign without a key of your own: by IAM's"
                + " signJwt, or with a key in a hardware token")
    }
}
