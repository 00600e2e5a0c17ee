import JOSE

/// How a play differs from one in which everything is right.
struct Variation: Sendable {
    enum Kind: String, Sendable, CaseIterable {
        /// Everything is right.
        case right
        /// The credential was issued to another client.
        case otherClient
        /// The credential is too old.
        case expired
        /// Nothing names the account.
        case missingSubject
        /// The account is a number beyond 2^53.
        case numericSubject
    }

    static let right = Variation(kind: .right)
    static let otherClient = "client-of-somebody-else"
    /// A number that a floating-point number cannot hold.
    static let number = "9007199254740993"

    let kind: Kind

    /// Our client, or another one.
    func client(_ ours: String, other: String = otherClient) -> String {
        kind == .otherClient ? other : ours
    }

    /// The member that names the account, as JSON text: the value is JSON.
    func subject(_ name: String, _ value: String) -> String {
        switch kind {
        case .missingSubject: #""absent":true"#
        case .numericSubject: #""\#(name)":\#(Self.number)"#
        case .right, .otherClient, .expired: #""\#(name)":\#(value)"#
        }
    }

    /// One value, or another one for what is too old.
    func time(_ fresh: String, old: String) -> String {
        kind == .expired ? old : fresh
    }

    /// The claims of an ID token, without the braces' end: the issuer, our client, the account, and the times.
    func claims(
        _ issuer: String, client: String = Setup.client, subject name: String = "sub", _ value: String,
        nonce: String? = Sent.nonce, _ more: String = ""
    ) -> String {
        let now = Sent.now.secondsSinceEpoch
        let times = kind == .expired ? (now - 7200, now - 3600) : (now - 30, now + 3600)
        let claims = [
            #""iss":"\#(issuer)""#, #""aud":"\#(self.client(client))""#, subject(name, value), #""iat":\#(times.0)"#,
            #""exp":\#(times.1)"#, nonce.map { #""nonce":"\#($0)""# } ?? "", more,
        ]
        return "{\(claims.filter { !$0.isEmpty }.joined(separator: ","))}"
    }

    /// The answer to a code, refresh token or device code: a refusal where that is not our client's or is too old.
    func grant(_ granted: Answer, refusal: Answer = .refusal("invalid_grant")) -> Answer {
        switch kind {
        case .otherClient, .expired: refusal
        case .right, .missingSubject, .numericSubject: granted
        }
    }
}
