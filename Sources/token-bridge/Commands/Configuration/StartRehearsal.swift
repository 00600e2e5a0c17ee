import BridgeServer
import Configuration
import CustomTokenBridge

/// Opens what `serve` opens at its start, as far as that leaves no trace: the signing key and the certificate.
///
/// The store and the audit log are not opened: they would be made.
struct StartRehearsal: Sendable {
    let configuration: BridgeConfiguration
    let console: Console

    /// What is wrong, each with the key of the configuration that it is about, and what is odd.
    func findings() -> (faults: [ConfigurationFault], warnings: [ConfigurationWarning]) {
        let heard = HeardWarnings()
        let faults = faults(hearing: console.heard(by: heard))
        let warnings = heard.texts.map {
            ConfigurationWarning(place: .wholeFile(configuration.file), path: "keys", message: $0)
        }
        return (faults, warnings)
    }

    private func faults(hearing listening: Console) -> [ConfigurationFault] {
        [
            fault("keys") {
                try Waiting.result { [configuration, console] in
                    let keys = try await configuration.serviceKeys(listening, whereSecret: .isImagined)
                    switch configuration.keys {
                    // Of a key at hand the configuration says all.
                    case .folder, .serviceAccount: break
                    case .iam, .pkcs11: keys.summary.map(console.note)
                    }
                }
            },
            fault("tls") { try Waiting.result { [configuration] in try await configuration.checkCertificate() } },
        ].compactMap { $0 }
    }

    private func fault(_ path: String, _ open: () throws -> Void) -> ConfigurationFault? {
        do {
            try open()
            return nil
        } catch {
            let failure = Failure(error)
            return ConfigurationFault(
                place: .wholeFile(configuration.file), path: path, message: failure.message, hint: failure.hint)
        }
    }
}
