import OAuthClient
import Providers
import StrictJSON
import Testing

@Suite("Token answers by the rules of presets")
struct TokenAnswerRuleTests {
    private func tokens(_ id: String, _ body: String, status: Int = 200) throws -> TokenResponse {
        let endpoint = try RequestSamples.provider(id).tokenEndpoint(RequestSamples.metadata())
        return try TokenResponse(
            parsing: RequestSamples.answer(body, status: status), from: endpoint.url, rules: endpoint.rules)
    }

    private func error(_ id: String, _ body: String, status: Int = 200) throws -> OAuthClientError {
        try #require(throws: OAuthClientError.self) { try tokens(id, body, status: status) }
    }

    private static let mayLackType: Set = ["wechat", "facebook", "weibo", "instagram"]
    private static let needIDToken: Set = ["apple", "microsoft"]

    @Test("a missing token type is Bearer where the preset says so, and nowhere else", arguments: RequestSamples.ids)
    func missingType(_ id: String) throws {
        guard id != "facebook-limited" else { return }
        let body = #"{"access_token":"at","id_token":"a.b.c"}"#
        if Self.mayLackType.contains(id) {
            #expect(try tokens(id, body).accessToken.secretText == "at")
        } else {
            #expect(try error(id, body).code == .answerMalformed)
        }
        #expect(try error(id, #"{"access_token":"at","token_type":"mac","id_token":"a.b.c"}"#).code == .answerMalformed)
    }

    @Test("an ID token is needed where nothing else says who somebody is", arguments: RequestSamples.ids)
    func missingIDToken(_ id: String) throws {
        guard id != "facebook-limited" else { return }
        let body = #"{"access_token":"at","token_type":"bearer"}"#
        if Self.needIDToken.contains(id) {
            #expect(try error(id, body).code == .answerMalformed)
        } else {
            #expect(try tokens(id, body).idToken == nil)
        }
    }

    @Test(
        "scopes may be separated by commas everywhere, and are an array at Twitch only",
        arguments: ["twitch", "github", "google", "linkedin", "oidc"])
    func scopes(_ id: String) throws {
        let text = #"{"access_token":"at","token_type":"bearer","scope":"a,b c"}"#
        #expect(try tokens(id, text).scopes?.scopes == ["a", "b", "c"])
        let array = #"{"access_token":"at","token_type":"bearer","scope":["a","b"]}"#
        if id == "twitch" {
            #expect(try tokens(id, array).scopes?.scopes == ["a", "b"])
        } else {
            #expect(try error(id, array).code == .answerMalformed)
        }
    }

    @Test(
        "an error with status 200 is looked for before a token",
        arguments: [
            ("github", #"{"error":"bad_verification_code","access_token":"at","token_type":"bearer"}"#),
            ("slack", #"{"ok":false,"error":"invalid_code","access_token":"at","token_type":"bearer"}"#),
            ("slack", #"{"ok":false,"access_token":"at","token_type":"bearer"}"#),
            ("wechat", #"{"errcode":40029,"errmsg":"invalid code","access_token":"at"}"#),
            ("wechat", #"{"errcode":"40029","access_token":"at"}"#),
            ("naver", #"{"resultcode":"024","message":"m","access_token":"at","token_type":"bearer"}"#),
            ("naver", #"{"error":"invalid_request","access_token":"at","token_type":"bearer"}"#),
            ("facebook", #"{"error":{"message":"m","code":190},"access_token":"at","token_type":"bearer"}"#),
        ])
    func errors(_ id: String, _ body: String) throws {
        #expect(try error(id, body).code == .refusedByProvider)
    }

    @Test(
        "the members of success do not refuse",
        arguments: [
            ("slack", #"{"ok":true,"access_token":"at","token_type":"Bearer"}"#),
            ("wechat", #"{"errcode":0,"access_token":"at","openid":"o"}"#),
            ("naver", #"{"resultcode":"00","access_token":"at","token_type":"bearer","expires_in":"3600"}"#),
            ("line", #"{"ok":false,"access_token":"at","token_type":"Bearer"}"#),
        ])
    func successes(_ id: String, _ body: String) throws {
        #expect(try tokens(id, body).accessToken.secretText == "at")
    }
}
