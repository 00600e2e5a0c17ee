import Threads
import Cryptography

/// A counter or a gauge: one number for each set of values of its labels.
final class MetricFamily: Sendable {
    /// What kind of metric it is.
    enum Kind: String, Sendable {
        case counter
        case gauge
    }

    private struct State {
        var labels: MetricLabelSet
        var series: [[String]: Double] = [:]
    }

    let name: String
    private let help: String
    private let kind: Kind
    private let state: Locked<State>

    init(_ kind: Kind, _ name: String, _ help: String, labels: [MetricLabel] = []) {
        self.name = name
        self.help = help
        self.kind = kind
        var state = State(labels: MetricLabelSet(labels))
        // What has no labels is there from the beginning: a rate needs a first value.
        if labels.isEmpty { state.series[[]] = 0 }
        self.state = Locked(state)
    }

    func add(_ amount: Double = 1, _ values: [String] = []) {
        state.withLock { state in
            // What is there was bounded when it came.
            if let index = state.series.index(forKey: values) {
                state.series.values[index] += amount
            } else {
                state.series[state.labels.bounded(values), default: 0] += amount
            }
        }
    }

    func set(_ value: Double, _ values: [String] = []) {
        state.withLock { state in state.series[state.labels.bounded(values)] = value }
    }

    /// Takes other values of a label from now on; series that are there stay, for counters must not go back.
    func take(_ values: MetricLabel.Values, for label: String) {
        state.withLock { $0.labels.take(values, for: label) }
    }

    /// Sets all series anew; those that are not named are gone.
    func replace(with series: [(values: [String], value: Double)]) {
        state.withLock { state in
            state.series.removeAll()
            // The values of old ones do not use up the room for new ones.
            state.labels = MetricLabelSet(state.labels.labels)
            for one in series { state.series[state.labels.bounded(one.values)] = one.value }
        }
    }

    /// Writes the family in the text format.
    func append(to text: inout ExpositionText) {
        let (labels, series) = state.withLock { ($0.labels.labels.map(\.name), $0.series) }
        guard !series.isEmpty else { return }
        text.begin(name, kind.rawValue, help)
        for (values, value) in series.sorted(by: { ExpositionText.areInOrder($0.key, $1.key) }) {
            text.sample(name, Array(zip(labels, values)), value)
        }
    }
}
