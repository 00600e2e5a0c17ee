import Logins
import OAuthClient
import Testing
import Threads

/// A login at a scripted bridge.
enum Stage {
    static func client(
        _ bridge: ScriptedBridge, secret: String? = nil, issuer: String = ScriptedBridge.issuer
    ) throws -> BridgeClient {
        BridgeClient(
            of: try IssuerIdentifier(issuer),
            as: try Client(
                ClientIdentifier("tv"),
                authentication: secret.map { .clientSecretBasic(ClientSecret($0)) } ?? .none),
            transport: bridge)
    }

    /// Logs in by device, and tells how it ended and what was told meanwhile.
    static func device(
        _ bridge: ScriptedBridge, provider: String? = nil, secret: String? = nil, issuer: String = ScriptedBridge.issuer
    ) async throws -> (result: Result<LoginToken, LoginError>, events: [String]) {
        let events: Locked<[String]> = Locked([])
        let login = DeviceLogin(
            at: try client(bridge, secret: secret, issuer: issuer), provider: provider, clock: bridge)
        let result: Result<LoginToken, LoginError>
        do throws(LoginError) {
            result = .success(
                try await login.token { event in
                    events.withLock { $0.append(name(of: event)) }
                })
        } catch {
            result = .failure(error)
        }
        return (result, events.withLock { $0 })
    }

    /// The error of a login by device that must fail.
    static func refusal(_ bridge: ScriptedBridge, issuer: String = ScriptedBridge.issuer) async throws -> LoginError {
        let (result, _) = try await device(bridge, issuer: issuer)
        guard case .failure(let error) = result else { throw UnexpectedToken() }
        return error
    }

    private static func name(of event: DeviceLoginEvent) -> String {
        switch event {
        case .started(let authorization, _): "code \(authorization.userCode) \(authorization.verificationURI.text)"
        case .polling(.waiting): "waiting"
        case .polling(.slowedDown(let interval)): "slow down \(interval.components.seconds)"
        case .polling(.unreachable(let reason)): "unreachable: \(reason)"
        case .polling(.reachable): "reachable"
        }
    }

    struct UnexpectedToken: Error {}
}
