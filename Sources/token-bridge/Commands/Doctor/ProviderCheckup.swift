import Bridge
import CredentialProofs
import CustomTokenBridge
import OAuthClient
import Providers
import StrictJSON

/// Whether a provider can be reached, and publishes what is known of it.
struct ProviderCheckup: Sendable {
    private let connection: ProviderConnection
    private let transport: any HTTPTransport
    private let callback: String

    /// Takes a provider.
    ///
    /// - Parameters:
    ///   - provider: The provider.
    ///   - transport: The way to it.
    ///   - issuer: How it reaches this bridge.
    /// - Throws: `CredentialError`, or `BridgeError` for an address that it cannot send responses to.
    init(_ provider: ConfiguredProvider, _ transport: any HTTPTransport, issuer: IssuerIdentifier) throws {
        connection = try ProviderConnection(provider, transport: transport)
        self.transport = transport
        let address = try ProviderSignIn.redirectURI(of: provider, issuer).text
        callback = "the redirect address to register there is \(address)"
    }

    private var subject: String { "provider \(connection.provider.id)" }

    func findings() async -> [CheckupFinding] {
        let seen = await ProviderInspection(connection).findings()
        let odd = seen.compactMap(finding)
        guard odd.isEmpty else { return odd }
        let right = seen.filter { $0.verdict == .right }.map(\.subject)
        guard right.isEmpty || right == ["keys"] && connection.provider.preset.endpoints.discovery == nil else {
            return [.ok(subject, "\(right.joined(separator: ", ")) are as they should be; \(callback)")]
        }
        return [await reached()]
    }

    private func finding(_ seen: ProviderInspection.Finding) -> CheckupFinding? {
        switch seen.verdict {
        case .right, .none: nil
        case .different: .warning(subject, "\(seen.subject): \(seen.detail)")
        case .failed:
            .failed(
                subject, "\(seen.subject): \(seen.detail)",
                hint: "token-bridge providers check \(connection.provider.id) tells more", exitCode: .provider)
        }
    }

    /// Of one that publishes nothing, any answer at all tells that it is there.
    private func reached() async -> CheckupFinding {
        guard case .address(let url) = connection.provider.preset.endpoints.token else {
            return .ok(subject, "it publishes nothing to look at; \(callback)")
        }
        do throws(OAuthClientError) {
            let response = try await transport.send(.get(url))
            guard response.status < 500 else {
                return .failed(
                    subject, "\(url.textForMessages) answers with the status \(response.status)",
                    hint: "try again later", exitCode: .provider)
            }
            return .ok(subject, "\(url.host) answers; \(callback)")
        } catch {
            return .failed(subject, error)
        }
    }
}
