import Foundation
import Logins
import OAuthClient
import Testing
import Threads
import Transport

/// A login in a browser at a scripted bridge.
final class BrowserStage: Sendable {
    let bridge: ScriptedBridge
    let redirect: LoopbackRedirect
    private let told: Locked<[String]> = Locked([])
    private let pastes: (stream: AsyncStream<String>, continuation: AsyncStream<String>.Continuation)
    private let asked: (stream: AsyncStream<String>, continuation: AsyncStream<String>.Continuation)

    init(_ bridge: ScriptedBridge) throws {
        self.bridge = bridge
        redirect = try LoopbackRedirect(path: BrowserLogin.redirectPath)
        pastes = AsyncStream.makeStream(of: String.self)
        asked = AsyncStream.makeStream(of: String.self)
    }

    /// What was told of pastes that were refused.
    var refusedPastes: [String] { told.withLock { $0 } }

    /// Logs in.
    ///
    /// - Parameters:
    ///   - limit: How long to wait.
    ///   - provider: The provider that is asked for.
    ///   - browser: What the browser and the person do, given the parameters that the bridge was asked with.
    /// - Returns: How it ended.
    /// - Throws: What the browser throws.
    func login(
        within limit: Duration = .seconds(60), provider: String? = nil,
        _ browser: @escaping @Sendable ([String: String]) async throws -> Void
    ) async throws -> Result<LoginToken, LoginError> {
        let login = BrowserLogin(at: try Stage.client(bridge), provider: provider)
        let person = Task {
            for await address in asked.stream {
                let items = URLComponents(string: address)?.queryItems ?? []
                try await browser(Dictionary(items.map { ($0.name, $0.value ?? "") }) { first, _ in first })
                return
            }
        }
        let result: Result<LoginToken, LoginError>
        do throws(LoginError) {
            result = .success(
                try await login.token(over: redirect, pasted: pastes.stream, within: limit) { event in
                    switch event {
                    case .started(let address, _): self.asked.continuation.yield(address)
                    case .pasteRefused(let error): self.told.withLock { $0.append(error.code.rawValue) }
                    }
                })
        } catch {
            result = .failure(error)
        }
        asked.continuation.finish()
        try await person.value
        return result
    }

    /// The person pastes something.
    func paste(_ text: String) { pastes.continuation.yield(text) }

    /// The browser is sent to the redirect address, and must be answered with a status.
    func arrive(_ query: String, status: Int) async throws {
        let transport = try CurlTransport(TransportConfiguration(version: "0", proxy: .none))
        let answer = try await transport.send(.get(EndpointURL("\(redirect.redirectURI.text)?\(query)")))
        #expect(answer.status == status)
    }
}
