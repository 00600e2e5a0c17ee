import CustomTokenBridge
import StrictJSON
import Threads

/// Tells the steps of a demo on standard error: a heading, a few lines, and how long it took.
final class DemoScreen: Sendable {
    /// A step that is over.
    struct Step: Sendable {
        let name: String
        let milliseconds: Int64
    }

    private struct State {
        var steps: [Step] = []
        var current: (name: String, start: ContinuousClock.Instant)?
    }

    private let console: Console
    private let start = ContinuousClock.now
    private let state = Locked(State())

    init(_ console: Console) {
        self.console = console
    }

    /// The steps that are over.
    var steps: [Step] { state.withLock { $0.steps } }

    /// How long it has taken so far.
    var milliseconds: Int64 { Self.milliseconds(since: start) }

    /// Begins a step.
    ///
    /// - Parameters:
    ///   - name: Its name for programs.
    ///   - heading: What is done in it.
    func begin(_ name: String, _ heading: String) {
        let number = state.withLock { state in
            state.current = (name, .now)
            return state.steps.count + 1
        }
        switch console.format {
        case .text: console.show("\n\(number). \(heading)\n")
        case .json: console.note("\(number). \(heading)")
        }
    }

    /// Says more about the step; programs have it in the result.
    func say(_ lines: String...) {
        say(lines)
    }

    /// Says more about the step; programs have it in the result.
    func say(_ lines: [String]) {
        guard console.format == .text else { return }
        console.show(lines.map { "   \($0)\n" }.joined())
    }

    /// Ends the step.
    func end() {
        let step = state.withLock { state -> Step? in
            guard let current = state.current else { return nil }
            let step = Step(name: current.name, milliseconds: Self.milliseconds(since: current.start))
            state.steps.append(step)
            state.current = nil
            return step
        }
        if let step { say("[\(Self.duration(step.milliseconds))]") }
    }

    /// Says that everything is over.
    func finish() {
        guard console.format == .text else { return }
        console.show("\nDone in \(Self.duration(milliseconds)); nothing is left behind.\n")
    }

    private static func milliseconds(since start: ContinuousClock.Instant) -> Int64 {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return seconds * 1000 + attoseconds / 1_000_000_000_000_000
    }

    private static func duration(_ milliseconds: Int64) -> String {
        milliseconds < 1000 ? "\(milliseconds) ms" : "\(milliseconds / 1000).\(milliseconds % 1000 / 100) s"
    }
}
