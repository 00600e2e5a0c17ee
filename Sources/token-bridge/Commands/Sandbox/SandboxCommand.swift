import BridgeTesting
import CustomTokenBridge
import Glibc
import Operations
import StrictJSON

/// `token-bridge sandbox`: a provider, Identity Toolkit and IAM on this machine, for trying and for tests.
enum SandboxCommand: Sendable {
    private static let standardListen = "127.0.0.1"

    static let specification = CommandSpecification(
        name: "sandbox", summary: "Run a sandbox provider with fakes of Identity Toolkit and IAM.",
        synopsis: "[--port N] [--write DIR]",
        details: """
            The sandbox asks nobody for a password, and so it listens on this machine alone. It prints where everything is,
            with a configuration for a bridge, and runs until Ctrl-C. --write replaces what an earlier sandbox has written
            into the folder, and no other file.

            Examples:
              token-bridge sandbox
              token-bridge sandbox --port 9099 --write sandbox
              token-bridge sandbox --output json
            """,
        operands: ([], 0),
        options: [
            .init(name: "port", value: .text("N"), help: "the port (default 0: one that is free)"),
            .init(
                name: "listen", value: .text("ADDRESS"), help: "an address of this machine (default \(standardListen))"),
            .init(
                name: "write", value: .file("DIR"),
                help: "write a throw-away service account and a configuration into this folder"),
        ],
        run: run)

    private static func run(_ arguments: Arguments, _ console: Console) throws -> ExitCode {
        let address = try address(arguments)
        let port = try port(arguments)
        // Signals first: one that comes while the keys are made must not end the process untidily.
        let signals = try SignalStream()
        let sandbox: RunningSandbox
        do {
            sandbox = try Sandbox().start(at: address, port: port)
        } catch {
            throw failure(error)
        }
        do {
            let files = try arguments["write"].map { try SandboxFiles(sandbox, folder: $0) }
            let description = SandboxDescription(sandbox, files: files)
            switch arguments.output {
            case .text: try console.print(description.text)
            case .json: try console.print(description.json.compactText)
            }
        } catch {
            try Waiting.result { await sandbox.stop() }
            throw (error as? SandboxError).map(failure) ?? error
        }
        console.note("the sandbox runs; Ctrl-C ends it")
        try Waiting.result {
            for await _ in signals.signals { break }
            await sandbox.stop()
        }
        return .success
    }

    private static func address(_ arguments: Arguments) throws -> LoopbackAddress {
        do {
            return try LoopbackAddress(arguments["listen"] ?? standardListen)
        } catch {
            throw Failure.usage(
                "--listen: \(error.reason)", specification, hint: "leave --listen out, or give 127.0.0.1 or ::1")
        }
    }

    private static func port(_ arguments: Arguments) throws -> UInt16 {
        guard let number = try arguments.integer("port") else { return 0 }
        guard let port = UInt16(exactly: number) else {
            throw Failure.usage("--port must be 0 to 65535, not \(number)", specification)
        }
        return port
    }

    /// How the command ends where the sandbox does not start.
    static func failure(_ error: SandboxError) -> Failure {
        let hint: String? =
            switch error.code {
            case .startFailed: "is the port taken? without --port a free one is found"
            case .addressNotLoopback: "give 127.0.0.1 or ::1"
            case .unknown, .refused, .certificateInvalid, .failed: nil
            }
        let exitCode: ExitCode = error.code == .addressNotLoopback ? .usage : .failure
        return Failure(code: error.code.rawValue, message: error.reason, hint: hint, exitCode: exitCode)
    }
}
