import OAuthClient

/// The two requests of a device flow: addresses, parameters, and whether `Authorization` is there.
struct ExpectedDeviceRequests: Sendable {
    let id: String
    let start: (url: String, form: [String: String])
    let poll: (url: String, form: [String: String])
    var isBasic = false

    private static let urn = "urn:ietf:params:oauth:grant-type:device_code"
    private static let client = ["client_id": Samples.client]

    private static func with(_ form: [String: String]) -> [String: String] {
        client.merging(form) { _, new in new }
    }

    static let all: [ExpectedDeviceRequests] = [
        ExpectedDeviceRequests(
            id: "github",
            start: ("https://github.com/login/device/code", with(["scope": "read:user user:email"])),
            poll: (
                "https://github.com/login/oauth/access_token", with(["grant_type": urn, "device_code": "dc-canary"])
            )),
        ExpectedDeviceRequests(
            id: "google",
            start: ("https://oauth2.googleapis.com/device/code", with(["scope": "openid email profile"])),
            poll: (
                "https://oauth2.googleapis.com/token",
                with(["grant_type": urn, "device_code": "dc-canary", "client_secret": RequestSamples.secret])
            )),
        ExpectedDeviceRequests(
            id: "microsoft",
            start: (
                "https://login.microsoftonline.com/common/oauth2/v2.0/devicecode",
                with(["scope": "openid profile email offline_access"])
            ),
            poll: (
                "https://login.microsoftonline.com/common/oauth2/v2.0/token",
                with(["grant_type": urn, "device_code": "dc-canary"])
            )),
        ExpectedDeviceRequests(
            id: "facebook",
            start: (
                "https://graph.facebook.com/v24.0/device/login",
                ["access_token": "client-ours|client-token-canary", "scope": "email,public_profile"]
            ),
            poll: (
                "https://graph.facebook.com/v24.0/device/login_status",
                ["access_token": "client-ours|client-token-canary", "code": "dc-canary"]
            )),
        ExpectedDeviceRequests(
            id: "twitch",
            start: ("https://id.twitch.tv/oauth2/device", with(["scopes": "openid user:read:email"])),
            poll: (
                "https://id.twitch.tv/oauth2/token",
                with(["grant_type": urn, "device_code": "dc-canary", "scopes": "openid user:read:email"])
            )),
        ExpectedDeviceRequests(
            id: "discord",
            start: ("https://discord.com/api/v10/oauth2/device/authorize", ["scope": "identify email"]),
            poll: ("https://discord.com/api/v10/oauth2/token", ["grant_type": urn, "device_code": "dc-canary"]),
            isBasic: true),
        ExpectedDeviceRequests(
            id: "gitlab",
            start: ("https://gitlab.com/oauth/authorize_device", ["scope": "openid profile email"]),
            poll: ("https://gitlab.com/oauth/token", ["grant_type": urn, "device_code": "dc-canary"]), isBasic: true),
        ExpectedDeviceRequests(
            id: "amazon",
            start: (
                "https://api.amazon.com/auth/o2/create/codepair",
                with(["response_type": "device_code", "scope": "profile"])
            ),
            poll: (
                "https://api.amazon.com/auth/o2/token",
                ["grant_type": "device_code", "device_code": "dc-canary", "user_code": "WDJB-MJHT"]
            )),
        ExpectedDeviceRequests(
            id: "salesforce",
            start: (
                "https://login.salesforce.com/services/oauth2/token",
                with(["response_type": "device_code", "scope": "openid profile email"])
            ),
            poll: (
                "https://login.salesforce.com/services/oauth2/token",
                with(["grant_type": "device", "code": "dc-canary"])
            )),
        ExpectedDeviceRequests(
            id: "yandex",
            start: ("https://oauth.yandex.com/device/code", with(["scope": "login:info login:email"])),
            poll: ("https://oauth.yandex.com/token", with(["grant_type": "device_code", "code": "dc-canary"]))),
        ExpectedDeviceRequests(
            id: "zoom",
            start: ("https://zoom.us/oauth/devicecode?client_id=client-ours", ["scope": "user:read"]),
            poll: ("https://zoom.us/oauth/token", ["grant_type": urn, "device_code": "dc-canary"]), isBasic: true),
        ExpectedDeviceRequests(
            id: "oidc",
            start: ("https://id.example/realm/found/device", ["scope": "openid profile email"]),
            poll: ("https://id.example/realm/found/token", ["grant_type": urn, "device_code": "dc-canary"]),
            isBasic: true),
    ]

    /// An answer to the first request.
    static func codes(_ uri: String) -> String {
        #"{"device_code":"dc-canary","user_code":"WDJB-MJHT","verification_uri":"\#(uri)","expires_in":900,"interval":5}"#
    }
}
