import CustomTokenBridge

/// How a demo fails that did not come out as it must.
enum DemoFailure: Sendable {
    /// A failure of the demo itself.
    static func failure(_ message: String) -> Failure {
        Failure(
            code: "DEMO_FAILED", message: message, hint: "this is a fault of this program: please report it",
            exitCode: .failure)
    }
}
