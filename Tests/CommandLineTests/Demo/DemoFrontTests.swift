import HTTPServer
import TestSupport
import Testing

@testable import token_bridge

@Suite("What stands before the bridge of a demo")
struct DemoFrontTests {
    private struct Bridge: RequestHandler {
        let target: String

        func response(to request: ServerRequest) async -> ServerResponse {
            guard request.method == "POST" else { return ServerResponse(status: 200) }
            return ServerResponse(status: 303, headers: HeaderFields([.init("Location", target)]))
        }
    }

    private func send(_ method: String, _ path: String, _ front: DemoFront) async {
        _ = await front.response(to: ServerRequest(method: method, path: path, peer: .local))
    }

    /// If the end comes after the page, when a person has decided.
    private func waits(target: String, for page: String) async throws -> Bool {
        let front = DemoFront(Bridge(target: target))
        await send("POST", "/device", front)
        let end = Task {
            await front.lastPage()
            return ContinuousClock.now
        }
        try await Task.sleep(for: .milliseconds(300))
        let shown = ContinuousClock.now
        await send("GET", page, front)
        return await end.value >= shown
    }

    @Test("the end waits for the page that says what was decided", arguments: ["/device/done", "/device/denied"])
    func waitsForTheLastPage(page: String) async throws {
        #expect(try await waits(target: page, for: page))
    }

    @Test("no other page is waited for")
    func nothingElse() async throws {
        #expect(try await waits(target: "/device/provider", for: "/device") == false)
    }
}
