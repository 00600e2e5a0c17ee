import TestSupport
import Testing

@Suite("The logins of examples/devices: what they take for a custom token")
struct DeviceExampleTokenTests {
    private static let jwtMember = #""issued_token_type":"urn:ietf:params:oauth:token-type:jwt""#

    /// Expects that an answer to the poll ends an example without a word on standard output.
    private func expectRefused(_ answer: DeviceBridge.Answer, _ example: DeviceExample) throws {
        let run = try DeviceRun(example, at: DeviceBridge([answer, DeviceBridge.granted]))
        #expect(run.isRefusal(5), "\(run.status) \(run.result.text) \(run.result.errors)")
        #expect(run.result.errors.utf8.allSatisfy { $0 == 0x0A || (0x20...0x7E).contains($0) }, "\(run.result.errors)")
    }

    @Test(
        "an answer that is no token is none", arguments: DeviceExample.available,
        [
            "<html>", "", "{}", #"{"profile":{"access_token":"a.b.c"},TYPE}"#, #"{"access_token":["a.b.c"],TYPE}"#,
            #"{"access_token":"a.b.c",TYPE"#, #"["access_token","a.b.c"]"#, #"{"access_token":null,TYPE}"#,
            #"{"note":"\",\"access_token\":\"a.b.c",TYPE}"#, #"{"access_token":"",TYPE}"#, #"{TYPE}"#,
        ])
    func noToken(example: DeviceExample, body: String) throws {
        try expectRefused(.init(body.replacing("TYPE", with: Self.jwtMember)), example)
    }

    @Test(
        "8693, 2.2.1: an access token that is not called a JWT is another server's", arguments: DeviceExample.available,
        [
            "", "null", #""""#, #""urn:ietf:params:oauth:token-type:access_token""#,
            #""urn:ietf:params:oauth:token-type:id_token""#, #""urn:ietf:params:oauth:token-type:jwt2""#,
            #""URN:ietf:params:oauth:token-type:jwt""#, #"["urn:ietf:params:oauth:token-type:jwt"]"#,
            #"{"issued_token_type":"urn:ietf:params:oauth:token-type:jwt"}"#,
        ])
    func called(example: DeviceExample, type: String) throws {
        try expectRefused(DeviceBridge.answer(with: DeviceBridge.token, type: type), example)
    }

    @Test(
        "a text that is not three parts of base64url is printed nowhere", arguments: DeviceExample.available,
        [
            "opaque-token", "a.b", "a.b.c.d", ".b.c", "a..c", "..", ".", "a.b.c=", "a.b.c ", " a.b.c", "a.b+c.d",
            "a.b/c.d", "~a.b.c", #"a.b.c\n"#, #"a.b.c\nsecond"#, #"tok\u001b[2Jx\nsecond"#, #"a.b\u001b[2J.c"#, "a.b.é",
            #"a.b\u0000.c"#,
        ])
    func looks(example: DeviceExample, token: String) throws {
        try expectRefused(DeviceBridge.answer(with: token), example)
    }

    @Test(
        "a long token is one, and so is one without a signature, as emulators have it",
        arguments: DeviceExample.available, ["eyJ.\(String(repeating: "a-_Z9", count: 3_200)).c2ln", "eyJ.eyJ."])
    func strange(example: DeviceExample, token: String) throws {
        let run = try DeviceRun(example, at: DeviceBridge([DeviceBridge.answer(with: token)]))
        #expect(run.status == 0 && run.result.text == token + "\n", "\(run.status) \(run.result.errors)")
    }

    @Test("a token in an answer that refuses is none", arguments: DeviceExample.available)
    func refusedToken(example: DeviceExample) throws {
        try expectRefused(.init(DeviceBridge.granted.body, 400), example)
    }

    @Test(
        "a member that stands twice is not read",
        arguments: [DeviceExample.shell, .c].filter { DeviceExample.available.contains($0) },
        [#"{"access_token":"a.b.c","access_token":"d.e.f",TYPE}"#, #"{"access_token":"a.b.c",TYPE,TYPE}"#])
    func twice(example: DeviceExample, body: String) throws {
        try expectRefused(.init(body.replacing("TYPE", with: Self.jwtMember)), example)
    }
}
