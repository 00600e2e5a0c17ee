import Configuration
import CustomTokenBridge
import StrictJSON

/// Looks at everything that a bridge needs, one after the other; nothing is changed.
struct Checkup: Sendable {
    private let arguments: Arguments
    private let console: Console

    init(_ arguments: Arguments, _ console: Console) {
        self.arguments = arguments
        self.console = console
    }

    func report() throws -> CheckupReport {
        let clock = ClockCheckup()
        let (first, configuration) = readConfiguration()
        guard let configuration else { return CheckupReport(findings: first + clock.findings(comparedWith: [])) }
        let (signing, chosen) = SignerCheckup(configuration, console, isOffline: arguments.has("offline")).findings()
        let here =
            FileCheckup(configuration).findings() + StoreCheckup(configuration.store).findings()
            + ListeningCheckup(configuration, console.environment).findings()
            + CertificateCheckup(configuration).findings()
        let findings = first + signing + here
        guard !arguments.has("offline") else {
            return CheckupReport(findings: findings + clock.findings(comparedWith: []))
        }
        let outside = try OutsideCheckup(configuration, chosen, arguments, console)
        let (asked, dates) = try Waiting.result { await outside.findings() }
        return CheckupReport(findings: findings + asked + clock.findings(comparedWith: dates))
    }

    /// The configuration, each of its faults a finding; and the variables that stand above it.
    private func readConfiguration() -> ([CheckupFinding], BridgeConfiguration?) {
        do throws(ConfigurationError) {
            let path = try ConfigurationFile.path(explicit: arguments["config"], environment: console.environment)
            let configuration = try BridgeConfiguration.load(path: path, environment: console.environment)
            let warnings = configuration.warnings.map { CheckupFinding.warning("configuration", $0.description) }
            let names = console.environment.keys.sorted().filter { name in
                name.hasPrefix("TOKEN_BRIDGE_") && !name.hasSameBytes(as: "TOKEN_BRIDGE_CONFIG")
            }
            let above = names.isEmpty ? "" : "; the environment has \(names.joined(separator: ", "))"
            return ([.ok("configuration", "\(path.argumentExcerpt) can be used\(above)")] + warnings, configuration)
        } catch {
            let faults = error.faults.map { fault in
                let path = fault.path.isEmpty ? "" : "\(fault.path): "
                return CheckupFinding.failed(
                    "configuration", "\(fault.place): \(path)\(fault.message)", hint: fault.hint)
            }
            return (faults, nil)
        }
    }
}
