import Logins
import Testing

@Suite("Login: only a custom token is taken for one")
struct LoginTokenTests {
    private static let type = #""issued_token_type":"urn:ietf:params:oauth:token-type:jwt""#

    @Test(
        "another server's answer is none of a bridge",
        arguments: [
            #"{"access_token":"\#(ScriptedBridge.token)","token_type":"Bearer"}"#,
            #"{"access_token":"\#(ScriptedBridge.token)","issued_token_type":"urn:ietf:params:oauth:token-type:access_token"}"#,
            #"{"access_token":"opaque",\#(type)}"#, #"{"access_token":"a.b",\#(type)}"#,
            #"{"access_token":"a.b.c.d.e",\#(type)}"#, #"{"access_token":"a.b.c\n",\#(type)}"#,
            #"{"access_token":"a.\u001b[31m.c",\#(type)}"#, #"{"access_token":"..",\#(type)}"#,
            #"{"access_token":"a..c",\#(type)}"#, #"{"access_token":"",\#(type)}"#, #"{"access_token":7,\#(type)}"#,
            "{\(type)}", "{}", "[]", "not JSON",
        ])
    func refused(body: String) async throws {
        let error = try await Stage.refusal(ScriptedBridge([.answer(200, body)]))
        #expect(error.code == .bridgeAnswerInvalid)
        #expect(!error.reason.contains(ScriptedBridge.token))
    }

    @Test("a token longer than any of ours is refused")
    func tooLong() async throws {
        let token = "a.\(String(repeating: "b", count: 20_000)).c"
        let error = try await Stage.refusal(
            ScriptedBridge([.answer(200, #"{"access_token":"\#(token)",\#(Self.type)}"#)]))
        #expect(error.code == .bridgeAnswerInvalid)
    }

    @Test("an unsigned token, as for the emulator, is taken")
    func unsigned() async throws {
        let (result, _) = try await Stage.device(
            ScriptedBridge([.answer(200, #"{"access_token":"a.b.",\#(Self.type)}"#)]))
        #expect(try result.get().customToken.secretText == "a.b.")
    }
}
