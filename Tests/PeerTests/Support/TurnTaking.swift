import OAuthClient

/// One after another: who takes the turn must give it up.
actor TurnTaking {
    private var isTaken = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func take() async {
        guard isTaken else {
            isTaken = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func giveUp() {
        guard waiting.isEmpty else { return waiting.removeFirst().resume() }
        isTaken = false
    }
}

/// Sends one request at a time, to a peer that cannot do with two.
struct TurnTakingTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let turns: TurnTaking

    init(_ transport: any HTTPTransport, _ turns: TurnTaking) {
        self.transport = transport
        self.turns = turns
    }

    func send(_ request: HTTPRequest) async throws(OAuthClientError) -> HTTPResponse {
        await turns.take()
        do throws(OAuthClientError) {
            let response = try await transport.send(request)
            await turns.giveUp()
            return response
        } catch {
            await turns.giveUp()
            throw error
        }
    }
}
