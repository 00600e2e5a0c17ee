import OAuthClient
import TestSupport

/// glewlwyd, a provider in C: two issuers in one process, each with its own keys.
final class Glewlwyd: DevicePeer {
    /// One process for all tests that leave it as it is.
    private static let process = Result { try PeerProcess("glewlwyd/run.sh") }
    private static let turns = TurnTaking()

    /// The issuer that most tests use.
    static func shared() throws -> Glewlwyd {
        try Glewlwyd(process.get(), "yahoo", over: PeerTransport.shared.get(), turns)
    }
    /// The issuer whose keys the tests of rotation change.
    static func other() throws -> Glewlwyd {
        try Glewlwyd(process.get(), "other", over: PeerTransport.shared.get(), turns)
    }

    let issuer: String
    let transport: any HTTPTransport
    private let name: String
    private let process: PeerProcess
    private let turns: TurnTaking

    /// Takes one of the two issuers of a process, `yahoo` or `other`.
    init(_ process: PeerProcess, _ name: String, over transport: any HTTPTransport, _ turns: TurnTaking) {
        self.process = process
        self.name = name
        self.turns = turns
        // Two requests at once may see each other's rows of its database, and fail.
        self.transport = TurnTakingTransport(transport, turns)
        issuer = "\(process.base)/api/\(name)"
    }

    /// It names itself in responses without having announced that.
    func responseIssuer(_ metadata: AuthorizationServerMetadata) -> ResponseIssuer {
        .ifPresent(issuer)
    }

    func approve(_ address: String, as person: Person) async throws -> String {
        try await browser(of: person).open("\(address)&g_continue").redirect()
    }

    func decide(_ decision: DeviceDecision, on code: String, as person: Person) async throws {
        guard decision == .accept else { throw PeerFailure("glewlwyd's page knows no refusal") }
        let end = try await browser(of: person).open("\(issuer)/device?code=\(code)&g_continue").redirect()
        guard end.contains("prompt=deviceComplete") else { throw PeerFailure("glewlwyd went to \(end)") }
    }

    private func browser(of person: Person) async throws -> Browser {
        let browser = Browser(at: process.base, over: transport)
        let page = try await browser.submit(
            json: #"{"username":"\#(person.rawValue)","password":"\#(person.password)"}"#, to: "/api/auth/")
        guard page.status == 200 else { throw PeerFailure("glewlwyd knows no \(person): status \(page.status)") }
        return browser
    }

    /// How a key takes the place of the last one.
    enum Rotation: String, Sendable {
        /// The old key stays published.
        case keep
        /// The old key is published no longer.
        case drop
        /// The new key has the identifier of the old one, which is gone.
        case samekid
    }

    /// Gives the issuer a new key.
    ///
    /// - Returns: The key identifiers that are published then, that of the new key first.
    func rotate(_ rotation: Rotation) async throws -> [String] {
        await turns.take()
        let result = Result {
            try Subprocess.run(
                "/usr/bin/env",
                ["bash", "\(Locations.peers)/glewlwyd/rotate.sh", process.base, name, rotation.rawValue])
        }
        await turns.giveUp()
        return try Self.keyIDs(result.get())
    }

    private static func keyIDs(_ result: Subprocess) throws -> [String] {
        guard result.status == 0 else { throw PeerFailure("the key could not be changed: \(result.errors)") }
        return result.text.split(separator: "\n").map(String.init)
    }
}
