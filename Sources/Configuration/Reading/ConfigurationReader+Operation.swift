import Bridge
import OAuthClient
import Operations
import StrictJSON

extension ConfigurationReader {
    /// What is logged, and how.
    func log() -> LogSettings {
        let node = root["log"]
        return LogSettings(
            level: node?["level"]?.string.flatMap { LogLevel(exactly: $0) } ?? .info,
            format: node?["format"]?.string.flatMap { LogFormat(exactly: $0) } ?? .text,
            personalData: node?["pii"]?.truth ?? false ? .shown : .hidden)
    }

    /// How much may be asked for.
    func limits() -> LimitSettings {
        let node = root["limits"]
        let starts = StartLimits()
        return LimitSettings(
            requests: LimitSettings.requests(
                perMinute: node?["requests_per_minute"]?.integer ?? LimitSettings.standardRequests),
            clientRequests: LimitSettings.requests(
                perMinute: node?["client_requests_per_minute"]?.integer ?? LimitSettings.standardClientRequests),
            deviceLogins: StartLimits(
                perNetworkAndMinute: node?["device_logins_per_minute"]?.integer ?? starts.perNetworkAndMinute,
                perNetworkAndLifetime: node?["device_logins_per_10_minutes"]?.integer ?? starts.perNetworkAndLifetime),
            signIns: node?["sign_ins_per_10_minutes"]?.integer ?? ProviderSignIn.standardMaximumPerNetwork,
            deviceGuesses: GuessLimits(
                everywhere: node?["device_guesses_per_10_minutes"]?.integer.map { Int(clamping: $0) }
                    ?? GuessLimits().everywhere))
    }

    /// Where custom tokens are noted; nil for nowhere, or with faults.
    func audit() -> AuditSettings? {
        guard let node = root["audit"], let file = files.path(node["file"], findings) else { return nil }
        return AuditSettings(
            file: file,
            durability: node["durability"]?.string.flatMap { AuditLog.Durability(exactly: $0) } ?? .synchronized)
    }

    /// The origins whose pages may call the service by script.
    func allowedOrigins() -> [String] {
        (root["cors_origins"]?.elements ?? []).compactMap { element in
            guard let text = element.string else { return nil }
            return findings.value(element) {
                let url = try EndpointURL(text)
                let port = url.port.map { ":\($0)" } ?? ""
                guard text.hasSameBytes(as: "\(url.scheme)://\(url.host)\(port)") else {
                    throw SettingError("\(text.argumentExcerpt) is not an origin, such as https://app.example.com")
                }
                return text
            }
        }
    }

    /// The secret that all replicas share; nil where it follows from the key, or with faults.
    func stateSecret() -> StateSecret? {
        guard let node = root["state_secret"], let text = secrets.secret(node) else { return nil }
        return findings.value(node) { try StateSecret(bytes: [UInt8](text.utf8)) }
    }
}
