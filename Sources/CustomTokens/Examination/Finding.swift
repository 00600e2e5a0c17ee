/// What one rule says of a token.
public struct Finding: Sendable {
    /// The outcome of one rule.
    public enum Verdict: String, Sendable {
        /// The token keeps the rule.
        case passed
        /// The token breaks the rule.
        case failed
        /// It cannot be told from what is at hand.
        case unknown
        /// The rule refuses nothing, and is worth knowing.
        case note
        /// An earlier fault left nothing to judge.
        case skipped
    }

    /// What Google answers to most faults, alone or with a detail behind it.
    static let invalidCustomToken = "INVALID_CUSTOM_TOKEN"

    /// The rule.
    public let rule: ProductionRule
    /// The outcome.
    public let verdict: Verdict
    /// What was found, for a person.
    public let detail: String
    /// The code that Google would answer, where the rule is broken; nil where only this program refuses.
    public let code: String?
    /// What the emulator says, where it differs from Google's servers.
    public let emulator: String?
    /// What to do, where there is something to do.
    public let cure: String?

    private init(
        _ rule: ProductionRule, _ verdict: Verdict, _ detail: String, code: String?, emulator: String?, cure: String?
    ) {
        self.rule = rule
        self.verdict = verdict
        self.detail = detail
        self.code = code
        self.emulator = emulator
        self.cure = cure
    }

    static func passed(_ rule: ProductionRule, _ detail: String, cure: String? = nil) -> Finding {
        Finding(rule, .passed, detail, code: nil, emulator: nil, cure: cure)
    }

    static func failed(_ rule: ProductionRule, _ detail: String, code: String?, emulator: String?, cure: String)
        -> Finding
    {
        Finding(rule, .failed, detail, code: code, emulator: emulator, cure: cure)
    }

    static func unknown(_ rule: ProductionRule, _ detail: String, cure: String? = nil) -> Finding {
        Finding(rule, .unknown, detail, code: nil, emulator: nil, cure: cure)
    }

    static func note(_ rule: ProductionRule, _ detail: String) -> Finding {
        Finding(rule, .note, detail, code: nil, emulator: nil, cure: nil)
    }

    static func skipped(_ rule: ProductionRule) -> Finding {
        Finding(rule, .skipped, "not reached", code: nil, emulator: nil, cure: nil)
    }
}
