import Bridge
import Configuration
import Cryptography
import CustomTokens
import HTTPServer
import JOSE
import OAuthClient
import Providers
import StrictJSON
import TestSupport
import Testing

@testable import BridgeServer
@testable import Operations

/// The whole service in this process, without sockets: its providers, store and clock are the tests' own.
struct TestService: Sendable {
    static let start: Int64 = 1_796_011_924
    static let secret = "canary-of-the-backend"

    let folder: ScratchFolder
    let clock = MovedClock(TestService.start)
    let store = FailingStore()
    let sink = MemorySink()
    let audit: AuditLog
    let corp: FakeProvider
    let other: FakeProvider
    let apple = FakeProvider(issuer: "https://appleid.apple.com")
    let service: BridgeService

    /// Makes a service.
    ///
    /// - Parameters:
    ///   - members: More members of the configuration.
    ///   - issuer: How it is reached.
    ///   - level: What is logged.
    ///   - disk: Whether the audit log can be written.
    ///   - clientTransport: The way to what clients publish.
    ///   - deviceInterval: How long devices wait between two polls.
    ///   - monotonicClock: The clock that the age of what is published is measured with.
    /// - Throws: What is wrong with the configuration, or the keys.
    init(
        _ members: String = "", issuer: String = "https://bridge.test", level: LogLevel = .debug,
        disk: Fault? = nil, clientTransport: any HTTPTransport = NoTransport(), deviceInterval: Int64 = 5,
        monotonicClock: any MonotonicClock = SystemMonotonicClock()
    ) throws {
        folder = try ScratchFolder()
        (corp, other) = (FakeProvider(issuer: "https://corp.test"), FakeProvider(issuer: "https://other.test"))
        audit = try AuditLog(
            path: "\(folder.path)/audit.jsonl", durability: disk == nil ? .written : .synchronized, clock: clock
        ) { () throws(OperationsError) in
            if disk?.occurs() ?? false { throw OperationsError(.logUnwritable, "no space is left on the disk") }
        }
        let log = Log(level: level, format: .json, personalData: .shown, sink: sink, clock: clock)
        let providers = ["corp": corp, "other": other, "apple": apple]
        service = try BridgeService(
            Self.configuration(members, issuer: issuer, in: folder), keys: try Self.keys(clock),
            resources: ServiceResources(
                store: store, log: log, audit: audit, clock: clock, monotonicClock: monotonicClock,
                deviceInterval: deviceInterval),
            version: "0.0.0"
        ) { _ in
            { entry in
                TracingTransport(entry.flatMap { providers[$0.provider.id] } ?? clientTransport)
            }
        }
    }

    static func keys(_ clock: MovedClock, id: String = "key-1") throws -> ServiceKeys {
        let account = try Keys.account.get()
        return ServiceKeys(
            signer: try ServiceAccountSigner(account, clock: clock),
            published: [ServiceKeys.PublishedKey(id: id, key: account.privateKey.publicKey.material)],
            stateSecret: try StateSecret(bytes: [UInt8](repeating: 7, count: 32)))
    }

    /// Loads the configuration of the tests, with some members more.
    static func configuration(
        _ members: String = "", issuer: String = "https://bridge.test", in folder: ScratchFolder
    ) throws -> BridgeConfiguration {
        try folder.write(
            Keys.set(Keys.client.get().publicKey.material, id: "c").compactBytes, to: "signer.json", mode: 0o644)
        try folder.write(Keys.pem("ec-p256"), to: "apple.pem")
        let text = """
            {
              "issuer": "\(issuer)", "project": "demo-bridge", "store": "memory", "keys": "keys",
              "providers": {
                "corp": {"preset": "oidc", "issuer": "https://corp.test", "client_id": "client-ours",
                         "client_secret": {"env": "CORP_SECRET"}},
                "other": {"preset": "oidc", "issuer": "https://other.test", "client_id": "client-ours",
                          "client_secret": {"env": "CORP_SECRET"}},
                "apple": {"client_id": "client-ours", "team_id": "TEAM", "key_id": "KEY",
                          "private_key": {"file": "apple.pem"}}
              },
              "clients": {
                "tv": {"type": "public", "grants": ["device_code", "token_exchange"], "providers": ["corp"]},
                "kiosk": {"type": "public", "grants": ["device_code"], "providers": ["corp", "other"]},
                "watch": {"type": "public", "grants": ["device_code"], "providers": ["apple"]},
                "desktop": {"type": "public", "grants": ["authorization_code"], "providers": ["corp"],
                            "redirect_uris": ["http://127.0.0.1/callback", "https://app.test/done?keep=1"]},
                "chooser": {"type": "public", "grants": ["authorization_code"], "providers": ["corp", "other"],
                            "redirect_uris": ["https://app.test/done"]},
                "backend": {"secret": {"env": "BACKEND_SECRET"}, "provider_tokens": true,
                            "grants": ["client_credentials", "token_exchange"],
                            "uid_prefixes": ["svc:"], "claims": ["role"]},
                "web~app": {"secret": {"env": "BACKEND_SECRET"}, "grants": ["client_credentials"],
                            "uid_prefixes": ["svc:"]},
                "signer": {"jwks_file": "signer.json", "grants": ["jwt_bearer", "client_credentials"],
                           "uid_prefixes": ["svc:"]}
              }\(members.isEmpty ? "" : ", \(members)")
            }
            """
        try folder.write(Array(text.utf8), to: "bridge.json")
        return try BridgeConfiguration.load(
            path: "\(folder.path)/bridge.json",
            environment: ["CORP_SECRET": "canary-of-our-secret-at-corp", "BACKEND_SECRET": secret])
    }

    /// The lines of the audit file that speak of tokens.
    func auditLines() throws -> [String] {
        String(decoding: try Locations.bytes("\(folder.path)/audit.jsonl"), as: UTF8.self).split(separator: "\n")
            .map(String.init).filter { $0.contains(#""kind":"mint""#) }
    }

    /// Sends a request.
    func send(
        _ method: String, _ target: String, _ headers: [(String, String)] = [], body: String = "",
        from address: String = "198.51.100.7"
    ) async throws -> Answer {
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        let request = ServerRequest(
            method: method, path: parts[0], query: parts.count > 1 ? parts[1] : nil,
            headers: HeaderFields(headers.map { HeaderFields.Field($0.0, $0.1) }), body: [UInt8](body.utf8),
            peer: .network(try #require(NetworkAddress(address))))
        return Answer(response: await service.response(to: request))
    }

    /// Sends a form that is encoded already.
    func post(
        _ path: String, _ form: String, _ headers: [(String, String)] = [], from address: String = "198.51.100.7"
    ) async throws -> Answer {
        try await send("POST", path, Self.formType + headers, body: form, from: address)
    }

    static let formType = [("Content-Type", "application/x-www-form-urlencoded")]

    /// The parameters as a form.
    static func form(_ parameters: [(String, String)]) -> String {
        parameters.map { "\(FormURLEncoding.encode($0.0))=\(FormURLEncoding.encode($0.1))" }.joined(separator: "&")
    }

    /// The field of `Authorization: Basic` for a pair that is form-encoded already.
    static func basic(_ pair: String = "backend:\(secret)") -> (String, String) {
        let digits = Base64URL.encode([UInt8](pair.utf8)).map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        return ("Authorization", "Basic \(String(digits))\(String(repeating: "=", count: (4 - digits.count % 4) % 4))")
    }

    /// An assertion of the client `signer`.
    func assertion(
        subject: String? = "signer", id: String? = "jti-1", issuer: String? = "signer",
        audience: JSONValue? = "https://bridge.test", expiresIn: Int64? = 60, notBefore: Int64? = nil,
        algorithm: String = "ES256", by sign: (([UInt8]) throws -> [UInt8])? = nil
    ) throws -> String {
        let key = try Keys.client.get()
        return try Keys.token(
            [
                "iss": issuer.map { .string($0) }, "sub": subject.map { .string($0) }, "aud": audience,
                "iat": .integer(clock.seconds), "exp": expiresIn.map { .integer(clock.seconds + $0) },
                "nbf": notBefore.map { .integer(clock.seconds + $0) }, "jti": id.map { .string($0) },
            ], algorithm: algorithm, id: "c", by: sign ?? key.signature)
    }

    static let exchange = "urn:ietf:params:oauth:grant-type:token-exchange"
    static let deviceCode = "urn:ietf:params:oauth:grant-type:device_code"
    static let bearer = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    static let assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

    /// What an operator is answered at the listener for telemetry.
    func telemetry(_ path: String) async -> Answer {
        Answer(response: await TelemetryService(service).response(to: .init(method: "GET", path: path, peer: .local)))
    }

    /// The lines of the metrics of one family.
    func metrics(_ family: String) async -> [String] {
        await telemetry("/metrics").text.split(separator: "\n").map(String.init).filter {
            $0.hasPrefix("\(family){") || $0.hasPrefix("\(family) ")
        }
    }

    /// Mints by client credentials.
    func mint(_ more: String = "", uid: String = "svc:1", proof: (String, String) = TestService.basic()) async throws
        -> Answer
    {
        try await post("/token", "grant_type=client_credentials&uid=\(uid)\(more)", [proof])
    }

    /// Exchanges a token of corp for the client `tv`.
    func exchange(_ token: String, type: String = "id_token", _ more: String = "&client_id=tv&provider=corp")
        async throws
        -> Answer
    {
        try await post(
            "/token",
            "grant_type=\(Self.exchange)&subject_token=\(token)"
                + "&subject_token_type=urn:ietf:params:oauth:token-type:\(type)\(more)")
    }

    /// Starts a device session.
    func startDevice(_ client: String = "tv", _ more: String = "") async throws -> Answer {
        try await post("/device_authorization", "client_id=\(client)\(more)")
    }

    /// Asks for a device's token.
    func poll(_ code: String, _ client: String = "tv") async throws -> Answer {
        try await post("/token", "grant_type=\(Self.deviceCode)&device_code=\(code)&client_id=\(client)")
    }
}
