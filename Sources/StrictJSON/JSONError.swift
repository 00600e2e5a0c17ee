/// Why a text is not acceptable JSON.
///
/// Carries a place in the text, never the text: it may have been a key or a token.
public struct JSONError: Error, Sendable, Equatable {
    /// The stable name of a refusal.
    public enum Code: String, Sendable, CaseIterable {
        /// The text is longer than the caller's limit.
        case tooLarge = "JSON_TOO_LARGE"
        /// The text nests deeper than the caller's limit.
        case tooDeep = "JSON_TOO_DEEP"
        /// The text is empty or only blanks.
        case empty = "JSON_EMPTY"
        /// The text breaks the grammar of RFC 8259.
        case malformed = "JSON_MALFORMED"
        /// The text is not UTF-8.
        case notUTF8 = "JSON_NOT_UTF8"
        /// An object has two members of one name.
        case duplicateMember = "JSON_DUPLICATE_MEMBER"
        /// A string holds U+0000.
        case nullCharacter = "JSON_NULL_CHARACTER"
        /// A number does not fit: an integer beyond 64 bits or a real beyond the finite range.
        case numberOutOfRange = "JSON_NUMBER_OUT_OF_RANGE"
        /// Something follows the value.
        case trailingText = "JSON_TRAILING_TEXT"
        /// The value is not an object where one is needed.
        case notAnObject = "JSON_NOT_AN_OBJECT"
        /// The parser ran out of memory.
        case outOfMemory = "JSON_OUT_OF_MEMORY"
    }

    /// The stable name of the refusal.
    public let code: Code
    /// The line of the fault, from 1; 0 where there is no place to point at.
    public let line: Int
    /// The column of the fault in characters, from 0; 0 where there is no place to point at.
    public let column: Int

    init(_ code: Code, line: Int = 0, column: Int = 0) {
        self.code = code
        self.line = line
        self.column = column
    }
}

extension JSONError: CustomStringConvertible {
    /// One sentence for a person, without any of the text.
    public var description: String {
        line > 0 ? "\(code.sentence) at line \(line), column \(column)" : code.sentence
    }
}

extension JSONError.Code {
    /// What is wrong, in a sentence without a place.
    package var sentence: String {
        switch self {
        case .tooLarge: "the JSON text is larger than allowed here"
        case .tooDeep: "the JSON text nests deeper than allowed here"
        case .empty: "the JSON text is empty"
        case .malformed: "the text is not valid JSON"
        case .notUTF8: "the JSON text is not valid UTF-8"
        case .duplicateMember: "a JSON object has two members of the same name"
        case .nullCharacter: "a JSON string holds the null character"
        case .numberOutOfRange: "a JSON number is out of range"
        case .trailingText: "there is text after the JSON value"
        case .notAnObject: "the JSON value is not an object"
        case .outOfMemory: "there is not enough memory to read the JSON text"
        }
    }
}
