import Foundation
import StrictJSON
import TestSupport

/// What minting one token costs as a whole process, beside the same with Google's SDK for Python and with node; and what
/// a login costs, beyond the pause that the bridge asks for; and how long a demo takes.
enum ProcessCosts {
    private static let runs = 30
    private static let loginRuns = 5
    private static let demoRuns = 5

    static func measure(keyFile: String, python: String?) -> [Figure] {
        let peers = Locations.peers
        var commands: [(name: String, words: [String])] = [
            ("token_bridge.mint", [Locations.tokenBridge, "mint", "--service-account", keyFile, "--uid", "alice"])
        ]
        if let python {
            commands.append(
                ("firebase_admin.mint", [python, "\(peers)/firebase_admin_peer.py", "mint", keyFile, "alice"]))
        }
        if let node = ["/usr/bin/node", "/usr/local/bin/node"].first(where: FileManager.default.isExecutableFile) {
            commands.append(("node.mint", [node, "\(peers)/node_peer.mjs", keyFile, "mint", "alice"]))
        }
        var costs = Array(repeating: [ProcessCost](), count: commands.count)
        for _ in 0..<runs {
            for (index, command) in commands.enumerated() {
                if let cost = ProcessCost(of: command.words) { costs[index].append(cost) }
            }
        }
        return zip(commands, costs).flatMap { command, costs in
            figures(command.name, costs, isOurs: command.name == commands[0].name)
        } + login() + demo()
    }

    private static func login() -> [Figure] {
        guard let bridge = LoginBridge() else { return [] }
        defer { bridge.end() }
        let words = [Locations.tokenBridge, "login", "--device", "--bridge", bridge.origin]
        let costs = (0..<loginRuns).compactMap { _ in ProcessCost(of: words) }
            .map { ProcessCost(milliseconds: $0.milliseconds - LoginBridge.interval, megabytes: $0.megabytes) }
        return figures("token_bridge.login", costs, isOurs: false)
    }

    /// How long the slowest of some demos took by its own sum, which is of chance: it makes keys.
    private static func demo() -> [Figure] {
        let times = (0..<demoRuns).compactMap { _ -> Double? in
            guard let run = try? Subprocess.run(Locations.tokenBridge, ["demo", "--output", "json"]), run.status == 0,
                let result = try? JSONObject(parsing: run.output, limits: .document)
            else { return nil }
            return result["milliseconds"]?.integer.map(Double.init)
        }
        guard let slowest = times.max(), times.count == demoRuns else { return [] }
        return [
            Figure(name: "token_bridge.demo.slowest", value: slowest, unit: "ms", base: nil, ratio: nil, most: 10_000)
        ]
    }

    private static func figures(_ name: String, _ costs: [ProcessCost], isOurs: Bool) -> [Figure] {
        guard !costs.isEmpty else { return [] }
        let milliseconds = costs.map(\.milliseconds).sorted()[costs.count / 2]
        let megabytes = costs.map(\.megabytes).sorted()[costs.count / 2]
        return [
            Figure(
                name: "\(name).process", value: milliseconds, unit: "ms", base: nil, ratio: nil, most: isOurs ? 20 : nil
            ),
            Figure(
                name: "\(name).memory", value: megabytes, unit: "MB", base: nil, ratio: nil, most: isOurs ? 12 : nil),
        ]
    }
}

/// The time and memory of one process from start to end.
struct ProcessCost {
    let milliseconds: Double
    let megabytes: Double

    init(milliseconds: Double, megabytes: Double) {
        (self.milliseconds, self.megabytes) = (milliseconds, megabytes)
    }

    /// Runs a program twice with its output thrown away, once for each number; nil where it fails.
    ///
    /// A process starts with the peak memory of the one that made it, so the memory is taken by way of a small one.
    init?(of words: [String]) {
        let start = ContinuousClock.now
        guard Self.run(words) else { return nil }
        let time = ContinuousClock.now - start
        milliseconds = Double(time.components.attoseconds) / 1e15 + Double(time.components.seconds) * 1000
        let report = FileManager.default.temporaryDirectory.appending(path: "bridge-bench-\(UUID().uuidString).txt")
        defer { try? FileManager.default.removeItem(at: report) }
        guard Self.run(["/usr/bin/time", "-f", "%M", "-o", report.path] + words),
            let text = try? String(contentsOf: report, encoding: .utf8),
            let kilobytes = Double(text.trimmingCharacters(in: .whitespacesAndNewlines))
        else { return nil }
        megabytes = kilobytes / 1024
    }

    private static func run(_ words: [String]) -> Bool {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        // A login shows its code there.
        unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process = pid_t()
        guard unsafe posix_spawn(&process, words[0], &actions, nil, &arguments, environ) == 0 else { return false }
        var status: Int32 = 0
        return unsafe waitpid(process, &status, 0) == process && status == 0
    }
}
