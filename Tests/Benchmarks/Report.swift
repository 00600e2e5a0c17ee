import Foundation

/// One figure of the report.
struct Figure {
    let name: String
    let value: Double
    let unit: String
    /// What it is held against.
    let base: String?
    /// The ratio to that, by the median of the rounds.
    let ratio: Double?
    /// The least ratio.
    var goal: Double?
    /// The largest value.
    var most: Double?

    /// Whether the goal is met; nil where there is none.
    var isMet: Bool? {
        if let goal, let ratio { return ratio >= goal }
        if let most { return value <= most }
        return nil
    }
}

/// All figures, as a table for people and as JSON for programs.
struct Report {
    private var figures: [Figure] = []

    mutating func add(_ more: [Figure]) {
        figures += more
    }

    var table: String {
        let width = figures.map(\.name.count).max() ?? 0
        return figures.map { figure in
            let value = String(format: "%.1f", figure.value) + " \(figure.unit)"
            var line = Self.padded(figure.name, width + 2) + Self.padded(value, 14)
            if let ratio = figure.ratio { line += String(format: "%.3f", ratio) + " of \(figure.base ?? "")" }
            if let isMet = figure.isMet {
                line += " (goal \(figure.goal ?? figure.most ?? 0): \(isMet ? "met" : "MISSED"))"
            }
            return line
        }.joined(separator: "\n")
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }

    /// Named numbers, and their ratios under the name with `.ratio` after it.
    var json: Data {
        get throws {
            var numbers: [String: Double] = [:]
            for figure in figures {
                numbers[figure.name] = figure.value
                numbers["\(figure.name).ratio"] = figure.ratio
            }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            return try encoder.encode(numbers)
        }
    }
}
