/// How results and messages are printed.
enum OutputFormat: Sendable {
    case text
    case json

    /// What a command line asks for, also one that is wrong elsewhere: its errors are printed in the same way.
    ///
    /// No option's value begins with two hyphens but after `=`, so `--output` is the option wherever it stands.
    ///
    /// - Parameter words: The words after the program's name.
    init(askedBy words: [String]) {
        let options = words.prefix { $0 != "--" }
        self = .text
        for (index, word) in options.enumerated() where word == "--output" || word.hasPrefix("--output=") {
            let value =
                word == "--output" ? options.dropFirst(index + 1).first : String(word.dropFirst("--output=".count))
            if value == "json" { self = .json }
            return
        }
    }
}
