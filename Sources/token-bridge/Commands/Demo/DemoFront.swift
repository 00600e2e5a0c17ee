import HTTPServer
import StrictJSON
import Synchronization

/// What stands before the bridge of a demo, and knows which page a browser is still to get.
///
/// The device is told of a decision at the same time as the browser is sent to the page that says so. A demo that ended
/// there would leave its person before a page that cannot be reached.
final class DemoFront: RequestHandler {
    private let bridge: any RequestHandler
    /// Where the browser was sent last, unless it has come there.
    private let owed = Mutex<String?>(nil)

    /// Stands before a bridge.
    init(_ bridge: any RequestHandler) {
        self.bridge = bridge
    }

    /// Answers as the bridge does.
    func response(to request: ServerRequest) async -> ServerResponse {
        let response = await bridge.response(to: request)
        let target = response.status == 303 ? response.headers["Location"] : nil
        owed.withLock { owed in
            if let target, Self.isLast(target) {
                owed = target
            } else if let page = owed, request.path.hasSameBytes(as: page) {
                owed = nil
            }
        }
        return response
    }

    /// Answers as the bridge does.
    func response(toRefused request: RefusedRequest) -> ServerResponse { bridge.response(toRefused: request) }

    /// Waits until the browser has got the page that it was sent to, or would have come long ago.
    func lastPage() async {
        for _ in 0..<300 where owed.withLock({ $0 != nil }) {
            guard (try? await Task.sleep(for: .milliseconds(50))) != nil else { return }
        }
    }

    private static func isLast(_ target: String) -> Bool {
        ["/device/done", "/device/denied"].contains { $0.hasSameBytes(as: target) }
    }
}
