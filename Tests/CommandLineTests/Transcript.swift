import Foundation

/// A scenario of the command line, read from a text file: files, then steps that run the program and say what must
/// come of each.
///
///     file NAME [MODE]             a file; its lines follow, each after "| "
///     fixture NAME PATH [MODE]     a file of Tests/Fixtures/Cases, as NAME
///     folder NAME                  an empty folder
///     $ WORDS                      a step: the arguments; '...' and "..." quote, {x*9} is nine x
///     environment NAME=VALUE       a variable, for this step alone
///     stdin                        what it reads; lines follow
///     stdin-from NAME              what it reads, from a file
///     stdout, stderr               what it must print, by `TranscriptPattern`; without them: nothing
///     header, payload              one line each: what the two parts of the token it prints must say
///     save NAME                    keeps what it printed as a file for later steps
///     exit CODE                    how it must end; every step has one
///     # ...                        a comment
struct Transcript: Sendable {
    /// Why a file is no transcript.
    struct Fault: Error, Equatable, CustomStringConvertible {
        let line: Int
        let description: String
    }

    /// A file that exists before the first step.
    struct File: Sendable {
        enum Contents: Sendable {
            case lines([String])
            case fixture(String)
            case folder
        }
        let name: String
        let mode: Int
        var contents: Contents
    }

    /// One run of the program.
    struct Step: Sendable {
        let line: Int
        let arguments: [String]
        var environment: [String: String] = [:]
        var blocks: [String: [String]] = [:]
        var inputFile: String?
        var savedAs: String?
        var exitCode: Int32?
    }

    private(set) var files: [File] = []
    private(set) var steps: [Step] = []

    init(parsing text: String) throws(Fault) {
        var block: String?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if line.first == "|" {
                let content = String(line.dropFirst(line.hasPrefix("| ") ? 2 : 1))
                try append(content, to: block, index + 1)
            } else if line.isEmpty || line.first == "#" {
                continue
            } else {
                block = try read(line, index + 1)
            }
        }
        guard !steps.isEmpty else { throw Fault(line: 1, description: "there is no step") }
        for step in steps where step.exitCode == nil {
            throw Fault(line: step.line, description: "the step has no expectation: exit is missing")
        }
    }

    private mutating func append(_ content: String, to block: String?, _ number: Int) throws(Fault) {
        guard let block else { throw Fault(line: number, description: "no directive takes this line") }
        if block == "file", case .lines(let lines)? = files.last?.contents {
            files[files.count - 1].contents = .lines(lines + [content])
        } else {
            steps[steps.count - 1].blocks[block, default: []].append(content)
        }
    }

    /// Reads a directive, and returns the block to which the lines after it belong.
    private mutating func read(_ line: Substring, _ number: Int) throws(Fault) -> String? {
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = parts.count > 1 ? parts[1] : ""
        switch parts[0] {
        case "file", "fixture", "folder":
            files.append(try Self.file(parts[0], rest, number))
            return parts[0] == "file" ? "file" : nil
        case "$":
            steps.append(Step(line: number, arguments: try TranscriptWords.split(rest, number)))
            return nil
        default:
            guard var step = steps.last else {
                throw Fault(line: number, description: "\(parts[0]) comes before any step")
            }
            let block = try step.read(parts[0], rest, number)
            steps[steps.count - 1] = step
            return block
        }
    }

    private static func file(_ directive: String, _ rest: String, _ number: Int) throws(Fault) -> File {
        var words = rest.split(separator: " ").map(String.init)
        guard !words.isEmpty else { throw Fault(line: number, description: "\(directive) needs a name") }
        let name = words.removeFirst()
        let contents: File.Contents
        switch directive {
        case "file": contents = .lines([])
        case "folder": contents = .folder
        default:
            guard !words.isEmpty else { throw Fault(line: number, description: "fixture needs a path") }
            contents = .fixture(words.removeFirst())
        }
        guard let mode = words.isEmpty ? 0o600 : Int(words[0], radix: 8), words.count < 2 else {
            throw Fault(line: number, description: "the mode of \(name) is not octal")
        }
        return File(name: name, mode: mode, contents: contents)
    }
}

extension Transcript.Step {
    fileprivate mutating func read(
        _ directive: String, _ rest: String, _ number: Int
    ) throws(Transcript.Fault) -> String? {
        switch directive {
        case "environment":
            let parts = rest.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw Transcript.Fault(line: number, description: "environment needs NAME=VALUE")
            }
            environment[parts[0]] = parts[1]
        case "stdin-from": inputFile = rest
        case "save": savedAs = rest
        case "exit":
            guard exitCode == nil, let code = Int32(rest) else {
                throw Transcript.Fault(line: number, description: "exit needs one code, once a step")
            }
            exitCode = code
        case "stdin", "stdout", "stderr", "header", "payload":
            guard blocks.updateValue([], forKey: directive) == nil else {
                throw Transcript.Fault(line: number, description: "\(directive) is given twice in a step")
            }
            return directive
        default: throw Transcript.Fault(line: number, description: "unknown directive \(directive)")
        }
        return nil
    }
}
