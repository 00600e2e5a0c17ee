import Foundation

/// A program that runs until it ends by itself or is told to, and at most as long as its owner.
public final class RunningProgram: Sendable {
    /// What it reads.
    public enum Input: Sendable {
        /// Nothing.
        case nothing
        /// What is typed.
        case typed
    }

    private let process = Process()
    /// Where it runs, which stays as long as it does.
    private let folder: ScratchFolder
    /// What it prints and says, apart from where it runs.
    private let record: ScratchFolder
    private let keyboard = Pipe()

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - folder: Where it runs.
    ///   - environment: Its variables.
    ///   - input: What it reads.
    /// - Throws: An error where it cannot be started.
    public init(
        _ command: [String], in folder: ScratchFolder, environment: [String: String], input: Input = .nothing
    ) throws {
        self.folder = folder
        record = try ScratchFolder()
        for name in ["output", "errors"] { try record.write([], to: name) }
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["-C", folder.path] + command
        process.environment = environment
        switch input {
        case .nothing: process.standardInput = FileHandle.nullDevice
        case .typed: process.standardInput = keyboard
        }
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: "\(record.path)/output"))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: "\(record.path)/errors"))
        try process.run()
    }

    /// Starts `token-bridge`.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments.
    ///   - folder: Where it runs.
    ///   - environment: Variables beside those that every program has.
    ///   - input: What it reads.
    /// - Throws: An error where it cannot be started.
    public convenience init(
        tokenBridge arguments: [String], in folder: ScratchFolder, environment: [String: String] = [:],
        input: Input = .nothing
    ) throws {
        try self.init(
            [Locations.tokenBridge] + arguments, in: folder,
            environment: TokenBridge.base(folder).merging(environment) { $1 }, input: input)
    }

    deinit {
        guard process.isRunning else { return }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    private func text(_ name: String) -> String {
        String(decoding: (try? Locations.bytes("\(record.path)/\(name)")) ?? [], as: UTF8.self)
    }

    /// The number of its process.
    public var processID: Int32 { process.processIdentifier }
    /// Whether it runs.
    public var isRunning: Bool { process.isRunning }
    /// What it has printed.
    public var output: String { text("output") }
    /// What it has said.
    public var errors: String { text("errors") }

    /// Types a line.
    public func type(_ line: String) {
        try? keyboard.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Sends a signal.
    public func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    /// Waits until it says a text; holds up the thread.
    public func wait(for expected: String, seconds: Double = 30) throws {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while !errors.contains(expected) {
            guard Date() < deadline, isRunning || errors.contains(expected) else {
                throw RunningFailure("\(expected) is not said: \(errors)")
            }
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    /// Waits until it says something of a form, holding up the thread; the part of it in parentheses.
    public func words(_ form: Regex<(Substring, Substring)>, seconds: Double = 30) throws -> String {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while true {
            if let match = errors.firstMatch(of: form) { return String(match.1) }
            guard Date() < deadline, isRunning else { throw RunningFailure("nothing of the form is said: \(errors)") }
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    /// Waits until it says something of a form, holding up no thread; the part of it in parentheses.
    public func said(
        _ form: sending Regex<(Substring, Substring)>, seconds: Double = 30
    ) async throws -> String {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while true {
            if let match = errors.firstMatch(of: form) { return String(match.1) }
            guard Date() < deadline, isRunning else { throw RunningFailure("nothing of the form is said: \(errors)") }
            try await Task.sleep(for: .milliseconds(50))
        }
    }

    /// Waits for its end, holding up the thread: the exit code, or the signal's number, negative.
    public func end(seconds: Double = 40) throws -> Int32 {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while isRunning {
            guard Date() < deadline else { throw RunningFailure("it does not end: \(errors)") }
            Thread.sleep(forTimeInterval: 0.01)
        }
        return status
    }

    /// Ends it by a signal: the exit code, or the signal's number, negative.
    public func end(by signal: Int32) throws -> Int32 {
        send(signal)
        return try end()
    }

    /// Waits for its end, holding up no thread: the exit code, or the signal's number, negative.
    public func ended(seconds: Double = 30) async throws -> Int32 {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while isRunning {
            guard Date() < deadline else { throw RunningFailure("it does not end: \(errors)") }
            try await Task.sleep(for: .milliseconds(50))
        }
        return status
    }

    private var status: Int32 {
        process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
    }
}

/// What a program that runs did not do.
public struct RunningFailure: Error, Sendable, CustomStringConvertible {
    /// What that is.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
