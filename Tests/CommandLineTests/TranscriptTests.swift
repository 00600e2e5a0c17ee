import Foundation
import TestSupport
import Testing

@Suite("Transcripts of the command line")
struct TranscriptTests {
    private static let folder = "\(Locations.repository)/Tests/Fixtures/Transcripts"

    /// The names of the files; an unreadable folder is a failure of the test below.
    private static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()

    @Test("does what the transcript says, to the byte", arguments: names)
    func transcript(name: String) throws {
        let text = String(decoding: try Locations.bytes("\(Self.folder)/\(name)"), as: UTF8.self)
        let transcript = try Transcript(parsing: text)
        let runner = try TranscriptRunner(transcript)
        for step in transcript.steps { try runner.check(step) }
    }

    @Test("every file of the folder is a transcript, and there are some")
    func folderHoldsTranscripts() {
        #expect(Self.names.count >= 20)
        #expect(Self.names.allSatisfy { $0.hasSuffix(".txt") })
    }

    @Test(
        "a file that cannot be a transcript fails",
        arguments: [
            ("", "there is no step"), ("# only a comment", "there is no step"),
            ("$ version", "the step has no expectation: exit is missing"),
            ("$ version\nexit 0\n$ version", "the step has no expectation: exit is missing"),
            ("exit 0", "exit comes before any step"), ("$ version\nexitcode 0", "unknown directive exitcode"),
            ("$ version\nexit", "exit needs one code, once a step"),
            ("$ version\nexit 0\nexit 0", "exit needs one code, once a step"),
            ("| text", "no directive takes this line"), ("$ version\n| text", "no directive takes this line"),
            ("$ version\nstdout\n| a\nstdout\n| b\nexit 0", "stdout is given twice in a step"),
            ("$ mint 'x\nexit 2", "a quote is not closed"), ("file", "file needs a name"),
            ("file a 9z", "the mode of a is not octal"), ("fixture a", "fixture needs a path"),
            ("$ version\nenvironment A\nexit 0", "environment needs NAME=VALUE"),
            ("$ mint \"\\u{ZZ}\"\nexit 2", "\\u{...} is not a character"),
        ])
    func rejectsWhatIsNoTranscript(text: String, description: String) {
        let fault = #expect(throws: Transcript.Fault.self) { try Transcript(parsing: text) }
        #expect(fault?.description == description)
    }

    @Test(
        "words are split with quotes and repetitions",
        arguments: [
            ("a  b", ["a", "b"]), ("--uid ''", ["--uid", ""]), ("'a b' \"c\\u{9}d\"", ["a b", "c\td"]),
            ("{ab*3} {} {x}", ["ababab", "{}", "{x}"]), ("'{\"a\":1}'", ["{\"a\":1}"]), ("--uid=a' 'b", ["--uid=a b"]),
        ])
    func splitsWords(text: String, words: [String]) throws {
        #expect(try TranscriptWords.split(text, 1) == words)
    }

    @Test(
        "a pattern matches the whole text and nothing else",
        arguments: [
            (["a{integer}b"], "a12b\n", true), (["a{integer}b"], "ab\n", false), (["a"], "a", false), ([], "", true),
            ([], "\n", false), (["a"], "a\nb\n", false), (["{lines}", "z"], "a\nb\nz\n", true),
            (["a.c"], "abc\n", false), (["{\"a\":{integer}}"], "{\"a\":7}\n", true),
            (["{token}"], "eyJh.eyJp.c2ln\n", false),
            (["{unsigned}"], "eyJh.eyJp.\n", true), (["{unsigned}"], "eyJh.eyJp\n", false),
        ] as [([String], String, Bool)])
    func matchesPatterns(lines: [String], text: String, isMatch: Bool) throws {
        #expect(try TranscriptPattern(lines).matches(text) == isMatch)
    }

    @Test("an unknown placeholder fails")
    func rejectsUnknownPlaceholder() {
        #expect(throws: Transcript.Fault.self) { try TranscriptPattern(["{tokn}"]) }
    }
}
