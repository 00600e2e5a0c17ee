import BridgeTesting
import CustomTokenBridge
import CustomTokens
import FirebaseSessions
import JOSE
import Logins
import OAuthClient
import StrictJSON
import Transport

/// The whole way of a person from a device to a Firebase session, a step after another.
struct DemoTour: Sendable {
    /// The person who signs in.
    static let person = "ada"
    /// The client of the bridge that signs in.
    static let clientID = LoginOptions.standardClientID
    /// The name of the provider at the bridge.
    static let provider = "sandbox"

    let approval: DemoSignIn.Approval
    let screen: DemoScreen
    let login: LoginScreen
    let console: Console

    /// Makes the tour; what it started is stopped when this returns.
    ///
    /// - Returns: What came of it.
    /// - Throws: `Failure` with code `DEMO_FAILED` where something did not come out as it must, or what went wrong.
    func result() async throws -> DemoResult {
        let clock = DemoClock()
        let transport = try CurlTransport(TransportConfiguration(version: CustomTokenBridge.version, proxy: .none))
        let sandbox = try startSandbox(clock)
        do {
            let bridge = try await startBridge(sandbox, transport, clock)
            do {
                let stage = DemoStage(sandbox: sandbox, bridge: bridge, transport: transport, clock: clock)
                let result = try await walk(stage)
                await bridge.stop()
                await sandbox.stop()
                return result
            } catch {
                await bridge.stop()
                throw error
            }
        } catch {
            await sandbox.stop()
            throw error
        }
    }

    private func startSandbox(_ clock: DemoClock) throws -> RunningSandbox {
        screen.begin(
            "sandbox", "Start a sandbox: an identity provider, and a stand-in for Firebase that keeps its rules")
        let sandbox: RunningSandbox
        do throws(SandboxError) {
            sandbox = try Sandbox(clock: clock).start()
        } catch {
            throw SandboxCommand.failure(error)
        }
        screen.say("provider  \(sandbox.base)", "project   \(sandbox.services.identityToolkit.project.identifier)")
        screen.end()
        return sandbox
    }

    private func startBridge(
        _ sandbox: RunningSandbox, _ transport: any HTTPTransport, _ clock: DemoClock
    ) async throws -> DemoBridge {
        screen.begin("bridge", "Start the bridge, with a key to throw away and the sandbox as its provider")
        let bridge = try await DemoBridge(sandbox, over: transport, clock: clock, console)
        screen.say(
            "bridge    \(bridge.issuer)", "signs for \(bridge.account.email)",
            "client    \(sandbox.services.provider.clients[0].identifier), which is the bridge's name at the provider")
        screen.end()
        return bridge
    }

    private func walk(_ stage: DemoStage) async throws -> DemoResult {
        let token = try await DemoSignIn(approval, stage, screen, login).token()
        if console.format == .text { try console.print(token.customToken.secretText) }
        try Task.checkCancellation()
        let examination = try explain(token, stage)
        try Task.checkCancellation()
        let refusal = try await DemoRefusal(stage, screen).refusal()
        try Task.checkCancellation()
        let session = try await DemoSession(stage, screen).session(token)
        return DemoResult(
            customToken: token, examination: examination, refusal: refusal, session: session, steps: screen.steps,
            milliseconds: screen.milliseconds)
    }

    private func explain(_ token: LoginToken, _ stage: DemoStage) throws -> CustomTokenExamination {
        screen.begin("explanation", "What Google would say to it (token-bridge explain)")
        let context = ExaminationContext(
            authority: .serviceAccount(stage.bridge.account), projectID: stage.project.identifier, tenantID: nil,
            now: try stage.clock.now())
        let examination = CustomTokenExamination(of: [UInt8](token.customToken.secretText.utf8), in: context)
        guard examination.verdict == .accepted else {
            throw DemoFailure.failure("Google would not take the token: \(examination.decisive?.detail ?? "")")
        }
        if console.format == .text {
            try console.print("\n" + ExplanationText(examination, isColourful: console.isColourful).text)
        }
        screen.end()
        return examination
    }
}
