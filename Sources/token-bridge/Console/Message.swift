import CustomTokenBridge
import StrictJSON

/// What is said on standard error, in both formats.
///
/// In JSON each message is one object on a line of its own, named by its kind.
enum Message: Sendable {
    /// How a command failed.
    case error(Failure)
    /// Something odd that does not stop a command.
    case warning(String)
    /// What is going on.
    case note(String)

    /// The message for people: lines that begin with the program's name.
    var text: String {
        switch self {
        case .error(let failure): Self.text(failure)
        case .warning(let text): "token-bridge: warning: \(text)"
        case .note(let text): "token-bridge: \(text)"
        }
    }

    /// The message for programs.
    var json: JSONValue {
        let (kind, members): (String, JSONObject) =
            switch self {
            case .error(let failure): ("error", JSONObject(failure))
            case .warning(let text): ("warning", JSONObject(["message": .string(text)]))
            case .note(let text): ("note", JSONObject(["message": .string(text)]))
            }
        return .object(JSONObject([kind: .object(members)]))
    }

    private static func text(_ failure: Failure) -> String {
        // Each fault of a configuration has a line of its own.
        let lines = failure.message.split(separator: "\n").map { "token-bridge: error: \($0)" }
        // Whoever is refused searches for the name; elsewhere the sentence says it all.
        let code = failure.exitCode == .refused ? " (\(failure.code))" : ""
        return lines.joined(separator: "\n") + code + (failure.hint.map { "\nhint: \($0)" } ?? "")
    }
}

extension JSONObject {
    /// A failure for programs.
    fileprivate init(_ failure: Failure) {
        self.init([
            "code": .string(failure.code), "message": .string(failure.message), "hint": .optional(failure.hint),
            "exit_code": .integer(Int64(failure.exitCode.rawValue)),
        ])
    }
}
