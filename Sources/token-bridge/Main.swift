import CustomTokenBridge
import Glibc
import StrictJSON

@main
struct Main {
    static func main() {
        // A reader that goes away is an error of `write`, not the end of the process.
        signal(SIGPIPE, SIG_IGN)
        occupyStandardDescriptors()
        exit(run().rawValue)
    }

    /// Sees to it that nothing else becomes standard input, output or error where one of them is closed.
    ///
    /// What stands in for them gives and takes nothing: a result that nobody gets is no success.
    private static func occupyStandardDescriptors() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }

    private static func run() -> ExitCode {
        let arguments = arguments()
        let format = OutputFormat(askedBy: arguments.map { String(decoding: $0, as: UTF8.self) })
        let console = Console(environment: environment(), format: format)
        do {
            return try dispatch(words(arguments), console)
        } catch is OutputClosed {
            return .failure
        } catch {
            let failure = Failure(error)
            console.report(failure)
            return failure.exitCode
        }
    }

    private static func dispatch(_ words: [String], _ console: Console) throws -> ExitCode {
        guard let name = words.first else {
            throw Failure(
                code: "USAGE", message: "a command is missing", hint: "see token-bridge --help", exitCode: .usage)
        }
        if ["--help", "-h", "help"].contains(name) {
            if let asked = words.dropFirst().first { return try dispatch([asked, "--help"], console) }
            try console.print(Help.overview(of: Commands.all))
            return .success
        }
        let asked = name == "--version" ? "version" : name
        guard let command = Commands.all.first(where: { $0.name == asked }) else {
            let nearest = Spelling.nearest(to: name, among: Commands.all.map(\.name))
            throw Failure(
                code: "USAGE", message: "unknown command \(name.argumentExcerpt)",
                hint: nearest.map { "did you mean \($0)?" } ?? "see token-bridge --help", exitCode: .usage)
        }
        let arguments = try Arguments([String](words.dropFirst()), for: command)
        if arguments.wantsHelp {
            try console.print(Help.text(of: command))
            return .success
        }
        return try command.run(arguments, console)
    }

    /// The arguments as words.
    ///
    /// What is no UTF-8 is refused: repaired, it would be another uid or file.
    private static func words(_ arguments: [[UInt8]]) throws -> [String] {
        try arguments.map { argument in
            guard let word = String(validating: argument, as: UTF8.self) else {
                throw Failure(code: "USAGE", message: "an argument is not UTF-8", hint: nil, exitCode: .usage)
            }
            return word
        }
    }

    /// The arguments after the program's name, without the zeros at their ends.
    private static func arguments() -> [[UInt8]] {
        let arguments = unsafe UnsafeBufferPointer(start: CommandLine.unsafeArgv, count: Int(CommandLine.argc))
        return unsafe arguments.dropFirst().map { argument in
            guard let argument = unsafe argument else { return [] }
            return unsafe [UInt8](UnsafeRawBufferPointer(start: argument, count: strlen(argument)))
        }
    }

    private static func environment() -> [String: String] {
        var variables: [String: String] = [:]
        var entry = unsafe environ
        while let text = unsafe entry.pointee {
            let parts = unsafe String(cString: text).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if parts.count == 2 { variables[String(parts[0])] = String(parts[1]) }
            unsafe entry += 1
        }
        return variables
    }
}
