import Cryptography
import JOSE

/// How records become lines.
public enum LogFormat: String, Sendable, CaseIterable {
    /// Words for a person: time, level, message, then `name=value`.
    case text
    /// One JSON object a line.
    case json
}

/// What stands before each line.
public enum LogPrefix: Sendable, Equatable {
    /// Nothing.
    case none
    /// The priority for systemd's journal, such as `<6>`; the journal has the time itself, so text lines leave it out.
    case journal
}

/// Makes lines of records; one record is one line, whatever its text holds.
struct LogRenderer: Sendable {
    let format: LogFormat
    let prefix: LogPrefix
    let personalData: PersonalData

    /// The line of a record with its line break.
    func line(_ record: LogRecord) -> [UInt8] {
        var line: [UInt8] = []
        if prefix == .journal { line.append(contentsOf: "<\(record.level.priority)>".utf8) }
        switch format {
        case .text: appendText(record, to: &line)
        case .json: appendJSON(record, to: &line)
        }
        line.append(0x0A)
        return line
    }

    private func appendText(_ record: LogRecord, to line: inout [UInt8]) {
        if prefix == .none {
            line.append(contentsOf: "\(record.time?.utc ?? "-") \(record.level.rawValue) ".utf8)
        }
        line.append(contentsOf: PrintableText.bounded(String(describing: record.message)).utf8)
        for (name, value) in members(record) {
            line.append(contentsOf: " \(name)=".utf8)
            switch value {
            case .number(let number): line.append(contentsOf: number.utf8)
            case .string(let text) where Self.isPlain(text): line.append(contentsOf: text.utf8)
            case .string(let text): line.appendPrintableJSONString(text)
            }
        }
    }

    private func appendJSON(_ record: LogRecord, to line: inout [UInt8]) {
        line.append(contentsOf: #"{"time":"#.utf8)
        line.appendPrintableJSONString(record.time?.utc ?? "")
        line.append(contentsOf: #","level":"\#(record.level.rawValue)","message":"#.utf8)
        line.appendPrintableJSONString(PrintableText.bounded(String(describing: record.message)))
        for (name, value) in members(record) {
            line.append(UInt8(ascii: ","))
            line.appendPrintableJSONString(name)
            line.append(UInt8(ascii: ":"))
            switch value {
            case .number(let number): line.append(contentsOf: number.utf8)
            case .string(let text): line.appendPrintableJSONString(text)
            }
        }
        line.append(UInt8(ascii: "}"))
    }

    private enum Rendered {
        case number(String)
        case string(String)
    }

    /// The members after the message, no name twice: strict readers refuse an object that has one twice.
    private func members(_ record: LogRecord) -> [(String, Rendered)] {
        var members: [(String, Rendered)] = []
        var names: Set<String> = ["time", "level", "message"]
        if let context = record.context {
            members.append(("request_id", .string(context.requestID.text)))
            members.append(("trace_id", .string(context.trace.traceID)))
            members.append(("span_id", .string(context.trace.spanID)))
            names.formUnion(["request_id", "trace_id", "span_id"])
        }
        for field in record.fields {
            let name = String(describing: field.name)
            if names.insert(name).inserted { members.append((name, rendered(field.value))) }
        }
        return members
    }

    private func rendered(_ value: LogValue) -> Rendered {
        switch value {
        case .word(let word): .string(PrintableText.bounded(String(describing: word)))
        case .number(let number): .number(String(number))
        case .duration(let duration): .number(DecimalText.seconds(duration))
        case .date(let date): .string(date.utc)
        case .identifier(let name): .string(PrintableText.identifier(name))
        case .text(let text): .string(PrintableText.masked(text))
        case .uid(let uid): .string(PrintableText.bounded(personalData.uid(uid)))
        case .email(let email): .string(PrintableText.bounded(personalData.email(email)))
        case .address(let address): .string(personalData.address(address))
        case .digest(let digest): .string(digest.hexadecimal)
        }
    }

    /// Whether a text needs no quotes to stand apart from what is around it.
    private static func isPlain(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { 0x21..<0x7F ~= $0 && !"\"'=\\".utf8.contains($0) }
    }
}
