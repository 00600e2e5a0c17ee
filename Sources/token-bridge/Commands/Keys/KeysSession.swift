import CustomTokenBridge
import CustomTokens
import Glibc
import KeyRings
import StrictJSON

/// One run of `token-bridge keys`: the ring, the time, and how things are told.
struct KeysSession {
    let arguments: Arguments
    let console: Console
    let folder: KeyRingFolder
    let clock = SystemWallClock()
    let auditor: KeyAuditFile

    init(_ arguments: Arguments, _ console: Console) throws {
        self.arguments = arguments
        self.console = console
        let variable = console.environment["TOKEN_BRIDGE_KEYS", default: ""]
        let path = arguments["keys"] ?? (variable.isEmpty ? "keys" : variable)
        guard !path.isEmpty else { throw Failure.usage("--keys is empty", KeysCommand.specification) }
        folder = KeyRingFolder(path: path)
        auditor = KeyAuditFile(path: arguments["audit"] ?? "\(path)/audit.jsonl", clock: clock)
    }

    /// The time, of a clock that has been set: what is written down with a wrong one would go wrong later.
    func now() throws -> NumericDate {
        try IssueTime.setTime(of: clock)
    }

    /// The ring, whose oddities are told.
    func loaded() throws -> LoadedKeyRing {
        told(try folder.load())
    }

    /// A ring, whose oddities are told.
    func told(_ ring: LoadedKeyRing) -> LoadedKeyRing {
        ring.warnings.forEach(console.warn)
        return ring
    }

    /// Makes the secret of a ring that was changed for the first time: it is also what shows later that a state was lost.
    func makeSecret() throws {
        if try !folder.hasSecret() { try folder.secret(making: SecureRandom()) }
    }

    func print(_ result: some CommandResult) throws {
        switch arguments.output {
        case .text: try console.print(result.text)
        case .json: try console.print(result.json.compactText)
        }
    }

    /// Prints what has become of a key.
    func printKey(_ id: String, of ring: LoadedKeyRing) throws {
        let list = KeyList(ring, at: try now())
        if let row = list.rows.first(where: { $0.entry.id.hasSameBytes(as: id) }) { try print(row) }
    }

    /// Goes on only where a person, or `--yes`, says so.
    ///
    /// - Throws: `Failure` with exit code 6 where the person says no.
    func confirm(_ what: String) throws {
        console.note(what)
        guard !arguments.has("yes") else { return }
        let descriptor = unsafe open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else {
            throw Failure.usage(
                "this is asked before it is done, and there is no terminal to ask at", KeysCommand.specification,
                hint: "say --yes where no person is at hand")
        }
        defer { close(descriptor) }
        let question = [UInt8]("go on? Type yes: ".utf8)
        guard unsafe write(descriptor, question, question.count) == question.count else { throw denied }
        var answer = [UInt8](repeating: 0, count: 64)
        let count = unsafe read(descriptor, &answer, answer.count)
        guard count > 0, answer.prefix(count).elementsEqual("yes\n".utf8) else { throw denied }
    }

    private var denied: Failure {
        Failure(code: "NOT_CONFIRMED", message: "nothing was done", hint: nil, exitCode: .denied)
    }
}
