import Configuration
import CredentialProofs
import CustomTokenBridge
import OAuthClient
import Providers
import StrictJSON
import Transport

/// A provider to look at: of the configuration, or a preset as it is.
struct ProviderCheckSubject: Sendable {
    let connection: ProviderConnection

    /// Finds a provider.
    ///
    /// Without a configuration, and for a preset that the configuration does not use, the preset itself is looked at.
    init(_ id: String, _ arguments: Arguments, _ console: Console) throws {
        if let configuration = try Self.configuration(arguments, console) {
            if let entry = configuration.provider(id) {
                connection = try configuration.connection(to: entry)
                return
            }
            guard PresetTable.all.contains(where: { $0.id.hasSameBytes(as: id) }) else {
                _ = try configuration.requiredProvider(id)
                throw Failure.usage("unknown provider", ProvidersCommand.specification)
            }
        }
        let resolved = try Self.resolved(ProvidersCommand.preset(id))
        let provider = ConfiguredProvider(
            id: id, preset: resolved, credential: .none, userIDs: try resolved.userIDMapping())
        connection = try ProviderConnection(
            provider,
            transport: try CurlTransport(
                TransportConfiguration(version: CustomTokenBridge.version, proxy: .environment)))
    }

    private static func resolved(_ preset: ProviderPreset) throws -> ResolvedPreset {
        do throws(ProviderError) {
            // Nothing is proven by a check, so any identifier will do.
            return try ResolvedPreset(
                preset, configuration: PresetConfiguration(audience: try ClientIdentifiers(["token-bridge-check"])))
        } catch {
            throw Failure(
                code: error.code.rawValue, message: "\(preset.id): \(error.reason)",
                hint: error.code == .placeholderMissing
                    ? "check an entry of a configuration, which says where this provider is" : nil,
                exitCode: .configuration)
        }
    }

    /// The configuration; nil where none is named and none is found.
    private static func configuration(_ arguments: Arguments, _ console: Console) throws -> BridgeConfiguration? {
        do throws(ConfigurationError) {
            _ = try ConfigurationFile.path(explicit: arguments["config"], environment: console.environment)
        } catch {
            return nil
        }
        return try arguments.configuration(console)
    }
}

/// Looks at what a provider publishes.
struct ProviderCheck: Sendable {
    let subject: ProviderCheckSubject

    init(_ subject: ProviderCheckSubject) {
        self.subject = subject
    }

    func result() async throws -> ProviderCheckResult {
        let findings = await ProviderInspection(subject.connection).findings()
        return ProviderCheckResult(id: subject.connection.provider.id, findings: findings)
    }
}

/// What a check of a provider found.
struct ProviderCheckResult: CommandResult {
    let id: String
    let findings: [ProviderInspection.Finding]

    /// Whether everything that is published was had and is usable.
    var isRight: Bool { findings.allSatisfy { $0.verdict != .failed } }

    var text: String {
        TextTable(rows: findings.map { [$0.verdict.rawValue, $0.subject, $0.detail] }).text
    }

    var json: JSONValue {
        .object(
            JSONObject([
                "provider": .string(id), "right": .bool(isRight),
                "findings": .array(
                    findings.map { finding in
                        .object(
                            JSONObject([
                                "subject": .string(finding.subject), "verdict": .string(finding.verdict.rawValue),
                                "detail": .string(finding.detail),
                            ]))
                    }),
            ]))
    }
}
