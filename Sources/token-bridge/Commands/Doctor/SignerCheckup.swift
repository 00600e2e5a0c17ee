import Configuration
import CustomTokenBridge
import CustomTokens
import Glibc
import KeyRings
import StrictJSON

/// What signs and why, and whether its key can.
struct SignerCheckup: Sendable {
    private static let subject = "signer"

    private let configuration: BridgeConfiguration
    private let console: Console
    private let isOffline: Bool

    init(_ configuration: BridgeConfiguration, _ console: Console, isOffline: Bool) {
        self.configuration = configuration
        self.console = console
        self.isOffline = isOffline
    }

    /// What was found, and the signer; nil where there is none to be looked at further.
    func findings() -> ([CheckupFinding], ChosenSigner?) {
        do {
            if let host = try EmulatorHost(environment: console.environment) {
                let detail =
                    "tokens are unsigned, for the emulator at \(host.authority): \(EmulatorHost.variable) is set"
                return ([.warning(Self.subject, detail, hint: "unset it where tokens are for Google")], nil)
            }
            if isOffline, case .iam = configuration.keys {
                return ([.warning(Self.subject, "Google signs, as keys.iam says, and was not asked: --offline")], nil)
            }
            let heard = HeardWarnings()
            let chosen = try Waiting.result { [configuration, quiet = console.heard(by: heard)] in
                try await configuration.chosenSigner(quiet)
            }
            var findings = [CheckupFinding.ok(Self.subject, chosen.summary)]
            if let fault = chosen.projectFault(configuration.project) {
                findings.append(
                    .failed(
                        Self.subject, fault, hint: "use a key of that project, or correct project in the configuration")
                )
            }
            let known = chosen.warnings.filter { !heard.texts.contains($0) }
            findings += (heard.texts + known).map { .warning(Self.subject, $0) }
            return (findings + secret(chosen), chosen)
        } catch {
            return ([.failed(Self.subject, error)], nil)
        }
    }

    /// The secret that guards codes, which `serve` makes for a ring that has none.
    private func secret(_ chosen: ChosenSigner) -> [CheckupFinding] {
        do {
            _ = try configuration.stateSecret(beside: chosen, whereSecret: .isImagined)
        } catch {
            return [.failed(Self.subject, error)]
        }
        guard configuration.stateSecret == nil, chosen.stateSecret == nil, case .folder(let path) = configuration.keys
        else { return [] }
        guard unsafe access(path, W_OK) == 0 else {
            return [
                .failed(
                    Self.subject, "the ring in \(path.argumentExcerpt) has no ring.secret, and none can be made there",
                    hint: #"put ring.secret of the ring's source beside its keys, or add "state_secret" to the"#
                        + " configuration")
            ]
        }
        return [.ok(Self.subject, "the ring in \(path.argumentExcerpt) has no ring.secret yet: serve makes one")]
    }
}
