import TestSupport

/// What an example left behind, with the pauses that it made.
struct DeviceRun {
    let result: Subprocess
    /// The seconds that it slept, each time.
    let pauses: [Int]

    /// Runs an example at a bridge to its end, in no time.
    ///
    /// - Parameters:
    ///   - example: The example.
    ///   - arguments: Its arguments; nil for the bridge's address and a client.
    ///   - bridge: The bridge.
    /// - Throws: An error where it cannot be run.
    init(_ example: DeviceExample, _ arguments: [String]? = nil, at bridge: DeviceBridge) throws {
        let folder = try ScratchFolder()
        try folder.write([], to: "sleeps")
        let command = try example.command(in: folder, time: .skipped)
        result = try Subprocess.run(
            "/usr/bin/env", command + (arguments ?? [bridge.origin, "tv"]),
            environment: try example.environment(in: folder, time: .skipped), seconds: 60)
        pauses = String(decoding: try Locations.bytes("\(folder.path)/sleeps"), as: UTF8.self).split(separator: "\n")
            .compactMap { Int($0) }
    }

    var status: Int32 { result.status }

    /// Whether it ended with an exit code and printed no token.
    func isRefusal(_ status: Int32) -> Bool {
        result.status == status && result.output.isEmpty && !result.errors.contains("canary")
    }

    /// Whether it printed the token and nothing else.
    var hasToken: Bool {
        result.status == 0 && result.text == DeviceBridge.token + "\n" && !result.errors.contains("canary")
    }
}
