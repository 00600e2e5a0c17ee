import CustomTokenBridge
import StrictJSON

/// All that a checkup has found.
struct CheckupReport: CommandResult {
    let findings: [CheckupFinding]

    /// How the command ends: as the first that failed says.
    var exitCode: ExitCode { findings.first { $0.verdict == .failed }?.exitCode ?? .success }

    var text: String {
        let width = findings.map(\.subject.count).max() ?? 0
        return findings.map { finding in
            let verdict = finding.verdict.rawValue.padded(to: CheckupFinding.Verdict.warning.rawValue.count)
            let line = "\(verdict)  \(finding.subject.padded(to: width))  \(Self.oneLine(finding.detail))"
            let margin = String(repeating: " ", count: verdict.count + width + 4)
            return line + (finding.hint.map { "\n\(margin)hint: \(Self.oneLine($0))" } ?? "")
        }.joined(separator: "\n")
    }

    var json: JSONValue {
        .object(
            JSONObject(["healthy": .bool(exitCode == .success), "findings": .array(findings.map(\.json))]))
    }

    private static func oneLine(_ text: String) -> String {
        text.split(separator: "\n").joined(separator: "; ")
    }
}
