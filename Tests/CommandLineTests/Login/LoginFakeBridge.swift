import StrictJSON
import TestSupport

/// A bridge on loopback that answers as it is told, once a second.
struct LoginFakeBridge {
    static let token = "eyJhbGciOiJSUzI1NiJ9.eyJ1aWQiOiJ5OjEifQ.c2lnbmF0dXJl"
    static let granted = (
        Int64(200),
        #"{"access_token":"\#(token)","token_type":"N_A","expires_in":3600,"uid":"y:1","#
            + #""issued_token_type":"urn:ietf:params:oauth:token-type:jwt","profile":{"provider":"y","sub":"1"}}"#
    )
    static let pending = refusal("authorization_pending")

    let server: ScriptedProvider
    let folder: ScratchFolder
    /// The lifetime of its codes, in seconds.
    var lifetime = 600

    init(_ poll: (Int64, String) = Self.granted, start: (Int64, String)? = nil, lifetime: Int = 600) throws {
        server = try ScriptedProvider()
        folder = try ScratchFolder()
        self.lifetime = lifetime
        try answer(poll, start: start)
    }

    /// An answer that refuses.
    static func refusal(_ error: String, _ status: Int64 = 400) -> (Int64, String) {
        (status, #"{"error":"\#(error)"}"#)
    }

    /// Answers otherwise from now on.
    func answer(
        _ poll: (Int64, String), start: (Int64, String)? = nil,
        authorization: JSONValue = "ORIGIN/authorization_endpoint"
    ) throws {
        let code = """
            {"device_code":"dc-canary","user_code":"WDJB-MJHT","verification_uri":"ORIGIN/device",\
            "verification_uri_complete":"ORIGIN/device?user_code=WDJB-MJHT","expires_in":\(lifetime),"interval":1}
            """
        try server.answer([
            "/.well-known/oauth-authorization-server": (
                200,
                ScriptedProvider.metadata([
                    "device_authorization_endpoint": "ORIGIN/start", "token_endpoint": "ORIGIN/token",
                    "authorization_endpoint": authorization,
                ])
            ),
            "/start": start ?? (200, code), "/token": poll,
        ])
    }

    /// Runs a login by device to its end.
    func login(
        _ more: [String] = [], environment: [String: String] = [:], through launcher: [String] = [],
        seconds: Double = 30
    ) throws -> Subprocess {
        try TokenBridge.run(
            ["login", "--bridge", server.origin, "--client-id", "tv"] + more, in: folder, environment: environment,
            through: launcher, seconds: seconds)
    }
}
