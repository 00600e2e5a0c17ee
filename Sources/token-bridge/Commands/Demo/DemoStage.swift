import BridgeTesting
import OAuthClient

/// What runs while a demo does.
struct DemoStage: Sendable {
    let sandbox: RunningSandbox
    let bridge: DemoBridge
    let transport: any HTTPTransport
    let clock: DemoClock

    /// The Firebase project of the sandbox.
    var project: ToolkitProject { sandbox.services.identityToolkit.project }

    /// What the bridge is to the provider.
    var providerClient: String { sandbox.services.provider.clients[0].identifier }

    /// Whom the provider knows.
    var people: String { sandbox.services.provider.users.map(\.name).joined(separator: " or ") }
}
