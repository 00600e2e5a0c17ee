/// A label of a metric, and which values it takes.
///
/// Each value is a time series for ever, so callers of the service must not be able to make new ones.
struct MetricLabel: Sendable {
    /// What stands for every value that is not taken.
    static let other = "other"

    /// Which values are taken.
    enum Values: Sendable {
        /// These.
        case known(Set<String>)
        /// The first ones that come, so many; for values that only the operator and the program make.
        case first(Int)
    }

    /// The name.
    let name: String
    /// Which values it takes.
    let values: Values

    init(_ name: String, _ values: Values) {
        self.name = name
        self.values = values
    }
}

/// The values of a metric's labels, in the order of the labels, made bounded.
struct MetricLabelSet: Sendable {
    private(set) var labels: [MetricLabel]
    private var seen: [Set<String>]

    init(_ labels: [MetricLabel]) {
        self.labels = labels
        seen = Array(repeating: [], count: labels.count)
    }

    /// Takes other values of a label from now on.
    mutating func take(_ values: MetricLabel.Values, for name: String) {
        labels = labels.map { label in
            label.name.utf8.elementsEqual(name.utf8) ? MetricLabel(label.name, values) : label
        }
    }

    /// The values as they may be used; `other` in the place of one that is not taken, and of one that is missing.
    mutating func bounded(_ values: [String]) -> [String] {
        labels.indices.map { index in
            guard index < values.count else { return MetricLabel.other }
            let value = values[index]
            switch labels[index].values {
            case .known(let known): return known.contains(value) ? value : MetricLabel.other
            case .first(let maximum):
                if seen[index].contains(value) { return value }
                guard seen[index].count < maximum, value.utf8.count <= 128 else { return MetricLabel.other }
                seen[index].insert(value)
                return value
            }
        }
    }
}
