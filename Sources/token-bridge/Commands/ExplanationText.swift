import CustomTokenBridge
import CustomTokens
import StrictJSON

/// An examination as a page for a person.
struct ExplanationText {
    private let examination: CustomTokenExamination
    private let isColourful: Bool

    init(_ examination: CustomTokenExamination, isColourful: Bool) {
        self.examination = examination
        self.isColourful = isColourful
    }

    var text: String {
        ([headline, examination.kind.sentence, ""] + content + rules).joined(separator: "\n")
    }

    private var headline: String {
        switch examination.verdict {
        case .accepted: coloured("accepted", .green)
        case .undecided: coloured("undecided: no key was given to check the signature with", .yellow)
        case .refused: coloured("refused: \(examination.decisive?.code ?? "by this program, not by Google")", .red)
        }
    }

    private var content: [String] {
        guard let content = examination.content else { return [] }
        let rows: [(String, String?)] = [
            ("uid", content.uid?.quotedExcerpt), ("account", content.issuer?.quotedExcerpt),
            ("tenant", content.tenantID?.quotedExcerpt), ("key", content.keyID?.quotedExcerpt),
            ("issued", content.issuedAt?.utc), ("expires", content.expiration?.utc),
            (
                "claims",
                content.claimNames.isEmpty ? nil : content.claimNames.map(\.quotedExcerpt).joined(separator: ", ")
            ),
        ]
        return rows.compactMap { name, value in value.map { "  \(name.padded(to: 9))\($0)" } } + [""]
    }

    private var rules: [String] {
        let width = (ProductionRule.allCases.map(\.rawValue.count).max() ?? 0) + 2
        return examination.findings.flatMap { finding in
            let indent = String(repeating: " ", count: width + 11)
            let more = [
                finding.code.map { "Google answers \($0)" }, finding.emulator.map { "the emulator: \($0)" },
                finding.cure.map { "cure: \($0)" },
            ]
            return ["  \(finding.rule.rawValue.padded(to: width))\(mark(finding.verdict))\(finding.detail)"]
                + more.compactMap { $0.map { indent + $0 } }
        }
    }

    private func mark(_ verdict: Finding.Verdict) -> String {
        switch verdict {
        case .passed: coloured("ok".padded(to: 9), .green)
        case .failed: coloured("REFUSED".padded(to: 9), .red)
        case .unknown: coloured("unknown".padded(to: 9), .yellow)
        case .note: "note".padded(to: 9)
        case .skipped: "-".padded(to: 9)
        }
    }

    /// Colours of ECMA-48.
    private enum Colour: Int {
        case red = 31
        case green = 32
        case yellow = 33
    }

    private func coloured(_ text: String, _ colour: Colour) -> String {
        isColourful ? "\u{1B}[\(colour.rawValue)m\(text)\u{1B}[0m" : text
    }
}
