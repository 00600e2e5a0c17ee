import JOSE
import OAuthClient
import StrictJSON

/// What must hold for the answers of a provider's endpoints.
enum AnswerFuzzing {
    private static let client = "client-ours"
    private static let now = NumericDate(secondsSinceEpoch: 1_796_011_924)

    /// What was read, written as a plain answer, is read as the same.
    ///
    /// The first byte chooses the content type.
    static func tokenResponse(_ input: [UInt8]) -> Bool {
        let types = ["application/json", "application/x-www-form-urlencoded", "text/plain", "text/javascript"]
        guard let first = input.first else { return true }
        let type = types[Int(first) % types.count]
        let rules = TokenResponseRules(scopeForms: [.commaSeparated, .array], missingTokenType: .isBearer)
        guard let tokens = tokens([UInt8](input.dropFirst()), type, rules) else { return true }
        var members = JSONObject()
        members["access_token"] = .string(tokens.accessToken.secretText)
        members["token_type"] = "Bearer"
        members["expires_in"] = tokens.expiresIn.map { .integer($0) }
        members["refresh_token"] = tokens.refreshToken.map { .string($0.secretText) }
        members["id_token"] = tokens.idToken.map { .string($0.secretText) }
        members["scope"] = tokens.scopes.map { .array($0.scopes.map { .string($0) }) }
        let again = self.tokens(
            members.compactBytes, "application/json", TokenResponseRules(scopeForms: [.array]))
        guard let again else { return false }
        return again.accessToken.secretText.hasSameBytes(as: tokens.accessToken.secretText)
            && again.refreshToken?.secretText == tokens.refreshToken?.secretText
            && again.idToken?.secretText == tokens.idToken?.secretText && again.expiresIn == tokens.expiresIn
            && again.scopes == tokens.scopes && tokens.expiresIn ?? 0 >= 0
    }

    private static func tokens(_ body: [UInt8], _ type: String, _ rules: TokenResponseRules) -> TokenResponse? {
        let response = HTTPResponse(status: 200, fields: [HTTPField(name: "Content-Type", value: type)], body: body)
        guard let url = try? EndpointURL("https://id.example.com/token") else { return nil }
        return try? TokenResponse(parsing: response, from: url, rules: rules)
    }

    /// An answer that passes says so in plain words: active, not ended, and issued to our client.
    static func introspection(_ input: [UInt8]) -> Bool {
        let response = HTTPResponse(status: 200, fields: [], body: input)
        guard let url = try? EndpointURL("https://id.example.com/introspect"),
            let identifier = try? ClientIdentifier(client)
        else { return false }
        guard let answer = try? IntrospectionAnswer(parsing: response, from: url, issuedTo: identifier, now: now)
        else { return true }
        let text = input.starts(with: [0xEF, 0xBB, 0xBF]) ? [UInt8](input.dropFirst(3)) : input
        guard let members = try? JSONObject(parsing: text, limits: .document) else { return false }
        let isOurs =
            members["client_id"] == .string(client)
            || (members["client_id"] == nil
                && [.string(client), .array([.string(client)])].contains(members["aud"]))
        return members["active"] == .bool(true) && isOurs && answer.client == identifier
            && answer.expiration.map { now < $0 } ?? (members["exp"] == nil) && members["sub"]?.string == answer.subject
    }

    /// What is shown to a person leads to the provider's own host and has a size; times are within their bounds.
    static func deviceAuthorization(_ input: [UInt8]) -> Bool {
        let host = "www.google.com"
        let response = HTTPResponse(status: 200, fields: [], body: input)
        guard let answer = try? DeviceEndpointAnswer(parsing: response),
            let device = try? DeviceAuthorizationAnswer(answer, vocabulary: .google, hosts: .only([host]))
        else { return true }
        return device.verificationURI.host == host && device.verificationURIComplete?.host ?? host == host
            && 1...DeviceAuthorizationAnswer.maximumUserCodeBytes ~= device.userCode.utf8.count
            && device.userCode.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
            && .seconds(30) ... .seconds(3600) ~= device.lifetime && .seconds(1) ... .seconds(60) ~= device.interval
            && !device.deviceCode.secretText.isEmpty
    }
}
