/// What access tokens are asked for.
enum OAuthScopes: Sendable {
    /// All of IAM and Identity Toolkit that this product calls.
    static let all = [
        "https://www.googleapis.com/auth/cloud-platform", "https://www.googleapis.com/auth/identitytoolkit",
    ]

    /// As they stand in a request.
    static var text: String { all.joined(separator: " ") }
}
