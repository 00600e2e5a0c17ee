import Bridge
import Cryptography
import CustomTokens
import JOSE
import OAuthClient
import Providers
import HTTPServer
import StrictJSON

/// Makes the configuration out of values whose kinds have been checked, and finds the faults that are left.
struct ConfigurationReader {
    let root: ConfigurationNode
    let findings: Findings
    let files: ConfigurationFiles
    let secrets: SecretReader
    let clock: any WallClock
    let random: any RandomSource

    /// The configuration; nil with faults.
    func configuration(file: String, looseMode: [String]) -> BridgeConfiguration? {
        let issuer = value("issuer") { try IssuerIdentifier($0) }
        let project = project()
        let listen = address("listen") ?? .tcp(host: "127.0.0.1", port: 8080)
        let telemetry = address("telemetry")
        let tls = tls()
        let proxies = trustedProxies()
        let store = store()
        let token = token()
        let transport = transport()
        let providers = providers()
        let clients = clients(providers)
        let (log, audit, origins, stateSecret) = (log(), audit(), allowedOrigins(), stateSecret())
        checkListening(listen, telemetry, tls, proxies)
        checkStore(store, clients)
        if findings.hasPlainSecret {
            for warning in looseMode { findings.warning(root, warning) }
        }
        guard let issuer, let project, let token, let transport, let store, findings.faults.isEmpty else { return nil }
        return BridgeConfiguration(
            file: file, issuer: issuer, listen: listen, telemetry: telemetry, tls: tls, trustedProxies: proxies,
            project: project, keys: keys(), store: store, token: token, providers: providers, clients: clients,
            transport: transport, limits: limits(), log: log, audit: audit, allowedOrigins: origins,
            stateSecret: stateSecret, warnings: findings.warnings)
    }

    private func value<Value>(_ key: String, _ make: (String) throws -> Value) -> Value? {
        guard let node = root[key], let text = node.string else { return nil }
        return findings.value(node) { try make(text) }
    }

    private func address(_ key: String) -> ListenAddress? {
        value(key) { try ListenAddress(parsing: $0, files) }
    }

    private func project() -> String? {
        value("project") { text in
            let isProject =
                1...100 ~= text.utf8.count
                && text.utf8.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || "-.:".utf8.contains($0) }
            guard isProject else {
                throw SettingError(
                    "\(text.argumentExcerpt) is not a project: a-z, 0-9 and hyphens, such as demo-bridge")
            }
            return text
        }
    }

    private func tls() -> TLSFiles? {
        guard let node = root["tls"] else { return nil }
        let certificate = files.path(node["certificate"], findings)
        let key = files.path(node["key"], findings)
        guard let certificate, let key else { return nil }
        return TLSFiles(certificate: certificate, key: key)
    }

    private func trustedProxies() -> [NetworkRange] {
        (root["trusted_proxies"]?.elements ?? []).compactMap { element in
            guard let text = element.string else { return nil }
            return findings.value(element) { try NetworkRange(parsing: text) }
        }
    }

    private func providers() -> [ProviderEntry] {
        let reader = ProviderReader(
            findings: findings, secrets: secrets, files: files, clock: clock, random: random)
        var entries: [(node: ConfigurationNode, entry: ProviderEntry)] = []
        for member in root["providers"]?.members ?? [] {
            if let entry = reader.entry(member) { entries.append((member.value, entry)) }
        }
        ProviderConflicts(findings: findings).check(entries.map { ($0.node, $0.entry.provider) })
        return entries.map(\.entry)
    }

    private func clients(_ entries: [ProviderEntry]) -> [RegisteredClient] {
        let names = (root["providers"]?.members ?? []).map { member in
            ClientReader.ProviderName(
                id: member.name,
                userIDPrefix: entries.first { $0.provider.id.hasSameBytes(as: member.name) }?.provider.userIDs.prefix)
        }
        let reader = ClientReader(findings: findings, secrets: secrets, files: files, providers: names)
        return (root["clients"]?.members ?? []).compactMap { reader.client($0) }
    }

    /// Sign-ins that have begun wait in the store.
    private func checkStore(_ store: StoreLocation?, _ clients: [RegisteredClient]) {
        guard let node = root["store"], case .memory? = store else { return }
        guard clients.contains(where: { !$0.grants.isDisjoint(with: [.deviceCode, .authorizationCode]) }) else {
            return
        }
        findings.warning(
            node,
            "sign-ins that have begun are lost at each restart, for the store is in memory; name a file: sqlite:bridge.db"
        )
    }

    private func checkListening(
        _ listen: ListenAddress, _ telemetry: ListenAddress?, _ tls: TLSFiles?, _ proxies: [NetworkRange]
    ) {
        if let node = root["telemetry"], telemetry == listen, !listen.isEphemeral, listen != .systemd {
            findings.fault(node, "health and metrics need a listener of their own; \(listen) is the bridge's")
        }
        if let node = root["listen"], case .tcp = listen, !listen.isLocal, tls == nil, proxies.isEmpty {
            findings.warning(
                node, "other machines can connect without TLS; set tls, or name the proxy in trusted_proxies")
        }
    }
}

extension ListenAddress {
    /// Whether the system chooses the port.
    fileprivate var isEphemeral: Bool {
        if case .tcp(_, port: 0) = self { true } else { false }
    }
}
