import StrictJSON

/// The text of a configuration file, read: jansson decides about the values, our scanner tells where they stand.
enum ConfigurationDocument: Sendable {
    /// The largest file.
    static let maximumBytes = JSONLimits.document.maximumBytes

    /// Reads a text; repeated members are faults, and the first of them counts until all faults are found.
    ///
    /// - Throws: `ConfigurationError` with code `malformed`.
    static func root(
        of text: [UInt8], file: String, _ findings: Findings
    ) throws(ConfigurationError) -> ConfigurationNode {
        let lines = LineIndex(text, file: file)
        guard text.count <= maximumBytes else {
            throw malformed(.wholeFile(file), "the file is larger than \(maximumBytes) bytes")
        }
        do throws(TextFault) {
            var strict = try CommentBlanks.strictText(of: text)
            var scanner = PositionScanner(strict)
            let positions = try scanner.tree()
            for member in scanner.repeated {
                let first = lines.place(of: member.firstOffset)
                findings.fault(
                    lines.place(of: member.nameOffset), member.path, "this key is there twice",
                    hint: "it stands at \(first) already")
                for index in member.range where strict[index] != 0x0A { strict[index] = UInt8(ascii: " ") }
            }
            let value = try value(of: strict, lines)
            guard let positions, let root = ConfigurationNode(value, at: positions, lines) else {
                throw TextFault(offset: 0, message: "the places of its values cannot be told")
            }
            return root
        } catch {
            throw malformed(lines.place(of: error.offset), error.message, hint: error.hint)
        }
    }

    private static func value(of strict: [UInt8], _ lines: LineIndex) throws(TextFault) -> JSONValue {
        do throws(JSONError) {
            let object = try JSONObject(parsing: strict, limits: .document)
            return .object(object)
        } catch {
            let offset = lines.offset(line: error.line, column: error.column, in: strict)
            throw TextFault(offset: offset, message: error.code.sentence, hint: hint(error.code))
        }
    }

    private static func hint(_ code: JSONError.Code) -> String? {
        switch code {
        case .malformed: "JSON with // and /* */ comments: names and texts in double quotes, a comma between members"
        case .empty: "`token-bridge config init` writes a sample"
        case .notAnObject: "the file is one object: { ... }"
        case .notUTF8: "save the file as UTF-8"
        case .tooLarge, .tooDeep, .duplicateMember, .nullCharacter, .numberOutOfRange, .trailingText, .outOfMemory: nil
        }
    }

    private static func malformed(
        _ place: ConfigurationPlace, _ message: String, hint: String? = nil
    ) -> ConfigurationError {
        ConfigurationError(
            code: .malformed, faults: [ConfigurationFault(place: place, path: "", message: message, hint: hint)])
    }
}
