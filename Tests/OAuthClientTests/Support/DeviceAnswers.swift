import OAuthClient
import StrictJSON

/// Answers of the device flow.
enum DeviceAnswers {
    /// An answer with a JSON body.
    static func answer(_ text: String, status: Int = 200) throws -> DeviceEndpointAnswer {
        try DeviceEndpointAnswer(parsing: HTTPResponse(status: status, fields: [], body: Array(text.utf8)))
    }

    /// A device authorization answer, some of its members changed; nil leaves one out.
    static func authorization(
        _ changes: [String: JSONValue?] = [:], vocabulary: DeviceErrorVocabulary = .standard(provider: "Example"),
        hosts: VerificationHosts = .anyHostTheProviderNames
    ) throws -> DeviceAuthorizationAnswer {
        var members = JSONObject()
        members["device_code"] = "dc-fake"
        members["user_code"] = "WDJB-MJHT"
        members["verification_uri"] = "https://p.test/device"
        members["expires_in"] = 900
        members["interval"] = 5
        for (name, value) in changes { members[name] = value }
        return try DeviceAuthorizationAnswer(
            DeviceEndpointAnswer(status: 200, members: members), vocabulary: vocabulary, hosts: hosts)
    }
}
