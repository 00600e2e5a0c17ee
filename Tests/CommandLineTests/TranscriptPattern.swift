import Foundation

/// What a step must print: lines with placeholders for what is not the same twice.
///
///     {token}      a custom token signed with 2048 bits
///     {unsigned}   a custom token without a signature, its last dot in place
///     {integer}    a number of digits
///     {version}    three numbers with dots
///     {text}       anything up to the end of the line
///     {lines}      alone on its line: any number of lines
struct TranscriptPattern: Sendable {
    private static let placeholders = [
        "token": "eyJ[A-Za-z0-9_-]+\\.eyJ[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]{342}",
        "unsigned": "eyJ[A-Za-z0-9_-]+\\.eyJ[A-Za-z0-9_-]+\\.", "integer": "[0-9]+",
        "version": "[0-9]+\\.[0-9]+\\.[0-9]+", "text": "[^\\n]*",
    ]

    private let expression: String

    init(_ lines: [String]) throws {
        var expression = ""
        for line in lines {
            expression += line == "{lines}" ? "(?:[^\\n]*\\n)*" : try Self.expression(line) + "\\n"
        }
        self.expression = "\\A\(expression)\\z"
    }

    func matches(_ text: String) -> Bool {
        text.range(of: expression, options: .regularExpression) != nil
    }

    private static func expression(_ line: String) throws -> String {
        var expression = ""
        var rest = Substring(line)
        while let open = rest.firstIndex(of: "{") {
            let inner = rest[rest.index(after: open)...]
            let name = inner.prefix { "a"..."z" ~= $0 }
            expression += NSRegularExpression.escapedPattern(for: String(rest[..<open]))
            guard !name.isEmpty, inner.dropFirst(name.count).first == "}" else {
                expression += "\\{"
                rest = inner
                continue
            }
            guard let placeholder = placeholders[String(name)] else {
                throw Transcript.Fault(line: 0, description: "unknown placeholder {\(name)}")
            }
            expression += placeholder
            rest = inner.dropFirst(name.count + 1)
        }
        return expression + NSRegularExpression.escapedPattern(for: String(rest))
    }
}
