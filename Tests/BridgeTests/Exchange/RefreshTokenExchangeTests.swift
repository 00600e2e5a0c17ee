@testable import Bridge
import CredentialProofs
import CustomTokens
import OAuthClient
import StrictJSON
import Testing

@Suite("Token exchange of refresh tokens and codes")
struct RefreshTokenExchangeTests {
    private static let form = Desk.exchangeForm(
        "rt-old", type: "urn:ietf:params:oauth:token-type:refresh_token", "provider=example")

    /// What the provider answers to a refresh token or code.
    private static func answer(_ changes: [String: JSONValue?] = [:]) throws -> JSONObject {
        var answer = JSONObject()
        answer["access_token"] = "at-new"
        answer["token_type"] = "Bearer"
        answer["id_token"] = .string(try DeskToken.idToken())
        answer["refresh_token"] = "rt-new"
        for (name, value) in changes { answer[name] = value }
        return answer
    }

    @Test("8693-11: a rotated refresh token reaches every client, for the old one is void; nothing else does")
    func handsBackRotatedTokens() async throws {
        let desk = try Desk()
        desk.transport.answer(try Self.answer())
        let keeper = RotatedRefreshToken()
        let answer = try await desk.exchanged(Self.form, keeper: keeper)
        #expect(answer.issued.customToken.userID.value == "example:user-0001")
        #expect(answer.refreshToken?.secretText == "rt-new")
        #expect(keeper.token?.secretText == "rt-new")
        #expect(answer.providerTokens == nil)
    }

    @Test("8693-11: a refresh token that stays good is not sent back")
    func keepsOldTokens() async throws {
        for token in [nil, "rt-old"] as [JSONValue?] {
            let desk = try Desk()
            desk.transport.answer(try Self.answer(["refresh_token": token]))
            #expect(try await desk.exchanged(Self.form).refreshToken == nil)
        }
    }

    @Test("A rotated refresh token is not lost when what follows fails")
    func keepsTokensOnFailure() async throws {
        let desk = try Desk()
        desk.transport.answer(try Self.answer(["id_token": .string(try DeskToken.idToken(["aud": "theirs"]))]))
        let keeper = RotatedRefreshToken()
        await #expect(throws: CredentialError.self) { try await desk.exchanged(Self.form, keeper: keeper) }
        #expect(keeper.token?.secretText == "rt-new")
        #expect(desk.signer.count == 0)
        #expect(!String(reflecting: keeper).contains("rt-new"))
    }

    @Test("8693-11: the provider's tokens are for clients that are registered for them")
    func handsOnTokens() async throws {
        let desk = try Desk()
        desk.transport.answer(try Self.answer())
        let tokens = try await desk.exchanged(Self.form, by: "backend").providerTokens
        #expect(tokens?.accessToken.secretText == "at-new")
        #expect(tokens?.refreshToken?.secretText == "rt-new")
    }

    @Test("A refusal of the provider signs nothing, and a target that is refused redeems nothing")
    func redeemsLate() async throws {
        let desk = try Desk()
        var refusal = JSONObject()
        refusal["error"] = "invalid_grant"
        desk.transport.answer(refusal, status: 400)
        await #expect(throws: CredentialError.self) { try await desk.exchanged(Self.form) }
        #expect(desk.transport.count == 1)
        await #expect(throws: BridgeError(.targetInvalid, "")) {
            try await desk.exchanged("\(Self.form)&audience=other")
        }
        await #expect(throws: BridgeError(.providerNotAllowed, "")) {
            try await desk.exchanged(Self.form, by: "narrow")
        }
        await #expect(throws: BridgeError(.clientNotAllowed, "")) { try await desk.exchanged(Self.form, by: "app") }
        #expect(desk.transport.count == 1)
        #expect(desk.signer.count == 0)
    }

    @Test("A code is redeemed with our credentials; the provider's refresh token stays here")
    func redeemsCodes() async throws {
        let desk = try Desk()
        desk.transport.answer(try Self.answer())
        let answer = try await desk.exchanged(
            Desk.exchangeForm(
                "code-1", type: "urn:token-bridge:token-type:authorization_code",
                "provider=example&redirect_uri=http://127.0.0.1/cb"
                    + "&code_verifier=dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"))
        #expect(answer.issued.customToken.userID.value == "example:user-0001")
        #expect(answer.refreshToken == nil)
        #expect(answer.providerTokens == nil)
    }
}
