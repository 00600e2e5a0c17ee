import Foundation
import TestSupport
import Testing

@testable import token_bridge

@Suite("Every option of every command")
struct OptionTests {
    /// One option of one command.
    struct Case: Sendable, CustomTestStringConvertible {
        let command: String
        let option: OptionSpecification
        var testDescription: String { "\(command) --\(option.name)" }
    }

    private static let all = Commands.all.flatMap { command in
        command.allOptions.map { Case(command: command.name, option: $0) }
    }
    private static let valued = all.filter { $0.option.value.name != nil }
    private static let flags = all.filter { $0.option.value.name == nil }

    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
    }

    private func expectUsage(_ arguments: [String], _ message: String, hint: String) throws {
        let result = try TokenBridge.run(arguments, in: folder)
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors == "token-bridge: error: \(message)\nhint: \(hint)\n")
    }

    @Test("without its value is refused", arguments: valued)
    func withoutValue(_ tried: Case) throws {
        let option = "--\(tried.option.name)"
        let value = try #require(tried.option.value.name)
        let hint = "write \(option) \(value), or \(option)=\(value)"
        try expectUsage([tried.command, option], "\(option) needs a value", hint: hint)
        try expectUsage([tried.command, option, "--help"], "\(option) needs a value", hint: hint)
    }

    @Test("given twice is refused, however it is written", arguments: valued)
    func repeatedValue(_ tried: Case) throws {
        let option = "--\(tried.option.name)"
        let message = "\(option) is given twice"
        let hint = "see token-bridge \(tried.command) --help"
        try expectUsage([tried.command, option, "1", option, "1"], message, hint: hint)
        try expectUsage([tried.command, "\(option)=1", option, "2"], message, hint: hint)
        try expectUsage([tried.command, option, "1", "\(option)="], message, hint: hint)
    }

    @Test("that takes no value is refused with one, and refused twice", arguments: flags)
    func flag(_ tried: Case) throws {
        let option = "--\(tried.option.name)"
        let hint = "see token-bridge \(tried.command) --help"
        try expectUsage([tried.command, "\(option)=yes"], "\(option) takes no value", hint: hint)
        try expectUsage([tried.command, "\(option)="], "\(option) takes no value", hint: hint)
        try expectUsage([tried.command, option, option], "\(option) is given twice", hint: hint)
    }

    @Test("misspelt is refused and the right name is told", arguments: all)
    func misspelt(_ tried: Case) throws {
        let name = tried.option.name
        for wrong in ["\(name)x", "\(name.prefix(1).uppercased())\(name.dropFirst())"] where wrong.count > 2 {
            try expectUsage(
                [tried.command, "--\(wrong)", "1"], "unknown option \"--\(wrong)\"", hint: "did you mean --\(name)?")
        }
    }

    @Test(
        "of another command is unknown",
        arguments: [("explain", "uid"), ("mint", "at"), ("demo", "ttl"), ("version", "keys")])
    func ofAnotherCommand(command: String, option: String) throws {
        let result = try TokenBridge.run([command, "--\(option)", "1"], in: folder)
        #expect(result.status == 2)
        #expect(result.errors.hasPrefix("token-bridge: error: unknown option \"--\(option)\"\n"))
    }

    @Test("means the same with = and with a blank", arguments: valued)
    func equalsSign(_ tried: Case) throws {
        let command = try #require(Commands.all.first { $0.name == tried.command })
        let name = tried.option.name
        let value = name == "output" ? "json" : "a=b --c"
        #expect(try Arguments(["--\(name)", value], for: command)[name] == value)
        #expect(try Arguments(["--\(name)=\(value)"], for: command)[name] == value)
    }

    @Test("has one line of help that fits a terminal", arguments: all)
    func help(_ tried: Case) {
        #expect(!tried.option.help.isEmpty && !tried.option.help.contains("\n"))
        #expect(tried.option.name.allSatisfy { $0.isLowercase || $0 == "-" })
    }
}
