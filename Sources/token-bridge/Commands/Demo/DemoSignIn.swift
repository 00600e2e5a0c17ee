import BridgeTesting
import CustomTokenBridge
import Logins
import OAuthClient
import StrictJSON

/// The login of a device at the bridge, whose code is approved in a browser meanwhile.
struct DemoSignIn: Sendable {
    /// Who approves.
    enum Approval: Sendable {
        /// The demo's own browser.
        case automatic
        /// The person at the terminal.
        case byHand
    }

    private let approval: Approval
    private let stage: DemoStage
    private let screen: DemoScreen
    private let login: LoginScreen

    init(_ approval: Approval, _ stage: DemoStage, _ screen: DemoScreen, _ login: LoginScreen) {
        self.approval = approval
        self.stage = stage
        self.screen = screen
        self.login = login
    }

    /// Signs in.
    ///
    /// - Returns: The custom token.
    /// - Throws: `LoginError`, or `Failure` with code `DEMO_FAILED` where the pages do not lead where they must.
    func token() async throws -> LoginToken {
        screen.begin("device", "A device without a browser asks the bridge for a code (token-bridge login)")
        let client = BridgeClient(
            of: try IssuerIdentifier(stage.bridge.issuer),
            as: try Client(ClientIdentifier(DemoTour.clientID), authentication: .none), transport: stage.transport)
        let (events, continuation) = AsyncStream.makeStream(of: DeviceLoginEvent.self)
        let waiting = Task {
            defer { continuation.finish() }
            return try await DeviceLogin(at: client, provider: DemoTour.provider).token { continuation.yield($0) }
        }
        return try await withTaskCancellationHandler {
            do {
                for await event in events { try await handle(event) }
            } catch {
                waiting.cancel()
                throw error
            }
            let token = try await waiting.value
            if case .byHand = approval {
                // The countdown is gone before anything else is said.
                login.end()
                beginToken()
            }
            screen.say(
                "uid       \(token.userID?.quotedExcerpt ?? "none")",
                "signed after the provider's ID token was proven to be issued to \(stage.providerClient)")
            screen.end()
            return token
        } onCancel: {
            waiting.cancel()
        }
    }

    private func handle(_ event: DeviceLoginEvent) async throws {
        guard case .started(let code, let expires) = event else {
            if case .byHand = approval { login.show(event) }
            return
        }
        switch approval {
        case .automatic:
            screen.say("open      \(code.verificationURI.text)", "and enter \(code.userCode)")
            screen.end()
            screen.begin("approval", "The person does so, in a browser")
            var browser = DemoBrowser(
                transport: stage.transport,
                answers: ["user_code": code.userCode, "user": DemoTour.person, "decision": "approve"])
            let last = try await browser.follow(code.verificationURI.text) { visit in
                screen.say("\(visit.address)  \(visit.heading.quotedExcerpt)")
            }
            guard last.status == 200, last.address.hasSuffix("/device/done") else {
                throw DemoFailure.failure("the sign-in ended at \(last.heading.quotedExcerpt), status \(last.status)")
            }
        case .byHand:
            screen.end()
            screen.begin("approval", "You do so, in a browser on this machine, and sign in as \(stage.people)")
            login.show(code, expires: expires)
            return
        }
        beginToken()
    }

    private func beginToken() {
        screen.end()
        screen.begin("token", "The device, which asks every second, gets a custom token")
    }
}
