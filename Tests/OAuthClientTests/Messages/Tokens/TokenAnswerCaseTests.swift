import JOSE
import OAuthClient
import StrictJSON
import TestSupport
import Testing

@Suite("Token answers of the cases")
struct TokenAnswerCaseTests {
    private static let github = TokenResponseRules(scopeForms: [.commaSeparated])

    private func tokens(_ file: AnswerFile, rules: TokenResponseRules = github) throws -> TokenResponse {
        try TokenResponse(parsing: file.response, from: MessageFixtures.tokenURL(), rules: rules)
    }

    @Test("errors with status 200 and forms are told apart from tokens (B36)", arguments: try AnswerFile.all(of: "B36"))
    func github(_ file: AnswerFile) throws {
        guard file.isAccepted else {
            let error = try messageRefusal { try tokens(file) }
            let isError = file.name.hasPrefix("200-error")
            #expect(error.code == (isError || file.name == "200-both.http" ? .refusedByProvider : .answerMalformed))
            if isError { #expect(error.providerCode == "bad_verification_code") }
            return
        }
        let answer = try tokens(file)
        if let expected = file.members["access_token"]?.string { #expect(answer.accessToken.secretText == expected) }
        if let scopes = file.members["scopes"]?.array { #expect(answer.scopes?.scopes == scopes.compactMap(\.string)) }
    }

    @Test("a body that is no token answer is named for what it is (B37)", arguments: try AnswerFile.all(of: "B37"))
    func html(_ file: AnswerFile) throws {
        guard !file.isAccepted else {
            #expect(try tokens(file).accessToken.secretText == "t")
            return
        }
        let error = try messageRefusal { try tokens(file) }
        #expect(error.reason.contains("https://id.example.com/token"))
        #expect(error.reason.utf8.count < 400)
        #expect(!error.reason.contains("\n"))
        switch file.name {
        case "502-html.http":
            #expect(error.code == .providerUnavailable)
            #expect(error.reason.contains("502") && error.reason.contains("text/html"))
        case "500-xml.http": #expect(error.code == .providerUnavailable)
        case "429-retry-after.http":
            #expect(error.code == .providerUnavailable)
            #expect(error.retryAfterSeconds == 7)
        case "200-html-as-json.http":
            #expect(error.code == .answerMalformed)
            #expect(error.reason.contains("HTML"))
        case "200-empty.http", "204.http":
            #expect(error.code == .answerMalformed)
            #expect(error.reason.contains("empty"))
        default: #expect(error.code == .answerMalformed)
        }
        #expect(error.isTemporary == (error.code == .providerUnavailable))
    }

    @Test("a strange lifetime is unknown and never loses the token (B38)", arguments: try AnswerFile.all(of: "B38"))
    func expiresIn(_ file: AnswerFile) throws {
        guard file.isAccepted else {
            // The form of the old Facebook: clear error, or with a rule the token without lifetime.
            #expect(file.name == "expires-alias.http")
            #expect(try messageRefusal { try tokens(file) }.code == .answerMalformed)
            #expect(try tokens(file, rules: TokenResponseRules(missingTokenType: .isBearer)).expiresIn == nil)
            return
        }
        let answer = try tokens(file)
        #expect(answer.accessToken.secretText == "t")
        #expect(answer.expiresIn == file.members["expires_in"]?.integer)
    }

    @Test(
        "ten years are a lifetime, a second more is none; digits only",
        arguments: [
            ("315360000", 315_360_000), ("315360001", nil), (#""315360000""#, 315_360_000), (#""315360001""#, nil),
            ("-0", 0), ("-0.5", nil), ("3.6e3", 3600), (#""""#, nil), (#""3600.5""#, nil), (#""٣""#, nil),
            (#""99999999999999999999""#, nil), ("[3600]", nil), (#"{"a":1}"#, nil), ("0.9", 0),
        ] as [(String, Int64?)])
    func lifetime(_ value: String, _ seconds: Int64?) throws {
        let answer = try MessageFixtures.tokens(#"{"access_token":"t","token_type":"bearer","expires_in":\#(value)}"#)
        #expect(answer.expiresIn == seconds)
    }

    @Test(
        "a refresh token that is missing, null or empty keeps the old one (B42, 6749-16)",
        arguments: try AnswerFile.all(of: "B42"))
    func refreshToken(_ file: AnswerFile) throws {
        guard file.isAccepted else {
            let error = try messageRefusal { try tokens(file) }
            if file.name == "503.http" {
                #expect(error.code == .providerUnavailable)
                #expect(error.isTemporary)
            } else {
                #expect(error == OAuthClientError(.refusedByProvider, "", providerCode: "invalid_grant"))
                #expect(error.refusal == .grantInvalid)
                #expect(!error.isTemporary)
                #expect(error.reason.contains("sign in again"))
            }
            return
        }
        let kept = try tokens(file).refreshToken(replacing: RefreshToken("rt-1"))
        #expect(kept.secretText == file.members["stored_refresh"]?.string)
    }

    @Test(
        "Yahoo's guid is not kept, and an answer without ID token is refused (B44)",
        arguments: try AnswerFile.all(of: "B44"))
    func guid(_ file: AnswerFile) throws {
        let rules = TokenResponseRules(idToken: .required)
        guard file.isAccepted else {
            let error = try messageRefusal { try tokens(file, rules: rules) }
            #expect(error.code == .answerMalformed)
            #expect(error.reason.contains("openid"))
            return
        }
        let answer = try tokens(file, rules: rules)
        let names = Set(Mirror(reflecting: answer).children.compactMap(\.label))
        #expect(names == ["accessToken", "expiresIn", "refreshToken", "scopes", "idToken", "account"])
        #expect(answer.account == nil)
        let idToken = try CompactJWS(parsing: #require(answer.idToken).secretText)
        let claims = try JSONObject(parsing: idToken.unverifiedPayload, limits: .token)
        #expect(claims["sub"] == (file.name == "token-no-guid.http" ? "user-0001" : "REALSUB"))
    }
}
