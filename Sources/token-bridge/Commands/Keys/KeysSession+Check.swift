import CustomTokenBridge
import CustomTokens
import GoogleCloud
import KeyRings
import OAuthClient
import StrictJSON
import Transport

extension KeysSession {
    func check(_ id: String?) throws -> ExitCode {
        let ring = try loaded()
        let keys = try id.map { [try usableKey($0, ring)] } ?? ring.keys
        guard !keys.isEmpty else {
            throw KeyRingError(.noActiveKey, "the folder \(folder.path.argumentExcerpt) has no key to check")
        }
        guard !arguments.has("google") || arguments["published"]?.hasSameBytes(as: "google") == true else {
            throw Failure.usage("--google says where --published google is", KeysCommand.specification)
        }
        let published = try arguments["published"].map { try publishedKeys($0, keys[0].account.email) }
        let now = try now()
        var findings = keys.map { KeyFinding($0, published: published, at: now) }
        if id == nil { findings += ring.missing.map { KeyFinding(missing: $0) } }
        let result = KeyCheck(findings: findings)
        try print(result)
        if published == nil { console.note("nothing was compared with what Google publishes: --published google does") }
        return result.isRight ? .success : .configuration
    }

    /// The keys that are published for the account: certificates by their identifiers, or a key set.
    private func publishedKeys(_ source: String, _ account: String) throws -> [VerificationKeySet.Entry] {
        let bytes: [UInt8]
        if source == "google" {
            let endpoints = try GoogleAccess(arguments, console).connection.endpoints
            let path = "/service_accounts/v1/metadata/x509/\(FormURLEncoding.encode(account))"
            bytes = try fetched(endpoints.address(.publicKeys, path).url.text)
        } else if source.hasPrefix("https://") || source.hasPrefix("http://") {
            bytes = try fetched(source)
        } else {
            bytes = try Input(console).text(source, "published keys")
        }
        let object = try JSONObject(parsing: bytes, limits: JSONLimits(maximumBytes: 1 << 20, maximumDepth: 16))
        // An account without keys has an empty object.
        guard !object.isEmpty else { return [] }
        return try FixedKeySet(parsing: bytes, format: object["keys"] == nil ? .x509Map : .jwks).keys.entries
    }

    private func fetched(_ address: String) throws -> [UInt8] {
        let request = HTTPRequest.get(try EndpointURL(address), maximumAnswerBytes: HTTPRequest.documentBytes)
        let transport = try CurlTransport(
            TransportConfiguration(version: CustomTokenBridge.version, proxy: .environment))
        let response = try Waiting.result { try await transport.send(request) }
        guard response.status == 200 else {
            throw Failure(
                code: "PUBLISHED_KEYS_UNAVAILABLE",
                message: "\(request.url.textForMessages) answered with the status \(response.status)", hint: nil,
                exitCode: .provider)
        }
        return response.body
    }
}
