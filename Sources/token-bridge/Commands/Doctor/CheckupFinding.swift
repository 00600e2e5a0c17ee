import CustomTokenBridge
import StrictJSON

/// One thing that was looked at.
struct CheckupFinding: Sendable {
    /// How it is.
    enum Verdict: String, Sendable {
        /// As it should be.
        case ok = "ok"
        /// Odd, and no hindrance.
        case warning = "warning"
        /// In the way of what the bridge is for.
        case failed = "failed"
    }

    /// What was looked at, such as `store`.
    let subject: String
    /// How it is.
    let verdict: Verdict
    /// What was found, in a sentence.
    let detail: String
    /// What to do about it.
    var hint: String?
    /// How a command ends where it has failed.
    var exitCode = ExitCode.failure

    /// It is as it should be.
    static func ok(_ subject: String, _ detail: String) -> CheckupFinding {
        CheckupFinding(subject: subject, verdict: .ok, detail: detail)
    }

    /// It is odd.
    static func warning(_ subject: String, _ detail: String, hint: String? = nil) -> CheckupFinding {
        CheckupFinding(subject: subject, verdict: .warning, detail: detail, hint: hint)
    }

    /// It is in the way.
    static func failed(
        _ subject: String, _ detail: String, hint: String?, exitCode: ExitCode = .configuration
    ) -> CheckupFinding {
        CheckupFinding(subject: subject, verdict: .failed, detail: detail, hint: hint, exitCode: exitCode)
    }

    /// Something could not be done.
    static func failed(_ subject: String, _ error: any Error) -> CheckupFinding {
        let failure = Failure(error)
        return failed(subject, failure.message, hint: failure.hint, exitCode: failure.exitCode)
    }

    var json: JSONValue {
        .object(
            JSONObject([
                "subject": .string(subject), "verdict": .string(verdict.rawValue), "detail": .string(detail),
                "hint": .optional(hint),
            ]))
    }
}
