/// A configuration to begin with, made from the table of keys.
public enum ConfigurationSample: Sendable {
    /// The variables of the environment that hold the sample's secrets: with them the sample can be loaded.
    public static let environmentNames = ["YAHOO_SECRET", "CORP_SECRET", "BACKEND_SECRET"]

    /// The sample, with what each key is for.
    public static var text: String {
        var text =
            "// The configuration of token-bridge: JSON with comments. `token-bridge config check` checks it.\n{\n"
        append(ConfigurationSchema.root, indentation: 1, to: &text)
        return text + "}\n"
    }

    private static func append(_ keys: [SchemaKey], indentation: Int, to text: inout String) {
        for key in keys {
            let blanks = String(repeating: "  ", count: indentation)
            switch key.sample {
            case .none: break
            case .shown(let json): text += "\(blanks)// \(key.help)\n\(blanks)\"\(key.name)\": \(json),\n"
            case .commented(let json): text += "\(blanks)// \(key.help)\n\(blanks)// \"\(key.name)\": \(json),\n"
            case .nested:
                guard case .object(let keys) = key.kind else { continue }
                text += "\(blanks)// \(key.help)\n\(blanks)\"\(key.name)\": {\n"
                append(keys, indentation: indentation + 1, to: &text)
                text += "\(blanks)},\n"
            case .entries(let entries):
                text += "\(blanks)// \(key.help)\n\(blanks)\"\(key.name)\": {\n"
                for entry in entries { append(entry, indentation: indentation + 1, to: &text) }
                text += "\(blanks)},\n"
            }
        }
    }

    private static func append(_ entry: SampleEntry, indentation: Int, to text: inout String) {
        let blanks = String(repeating: "  ", count: indentation)
        text += "\(blanks)// \(entry.help)\n\(blanks)\"\(entry.name)\": {\n"
        for value in entry.values { text += "\(blanks)  \"\(value.key)\": \(value.json),\n" }
        text += "\(blanks)},\n"
    }
}
