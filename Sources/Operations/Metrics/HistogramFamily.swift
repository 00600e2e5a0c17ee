import Threads
import Cryptography

/// How long things take: counts below some bounds, for each set of values of its labels.
final class HistogramFamily: Sendable {
    private struct Series {
        private(set) var counts: [UInt64]
        private(set) var sum = 0.0

        init(bounds: Int) {
            counts = Array(repeating: 0, count: bounds + 1)
        }

        mutating func add(_ seconds: Double, _ bucket: Int) {
            counts[bucket] += 1
            sum += seconds
        }
    }

    private struct State {
        var labels: MetricLabelSet
        var series: [[String]: Series] = [:]
    }

    let name: String
    private let help: String
    private let bounds: [Double]
    private let state: Locked<State>

    /// Makes a histogram; the bounds are seconds, in ascending order.
    init(_ name: String, _ help: String, bounds: [Double], labels: [MetricLabel]) {
        self.name = name
        self.help = help
        self.bounds = bounds
        state = Locked(State(labels: MetricLabelSet(labels)))
    }

    func observe(_ duration: Duration, _ values: [String]) {
        let (whole, attoseconds) = duration.components
        let seconds = Double(whole) + Double(attoseconds) / 1e18
        let bucket = bounds.firstIndex { seconds <= $0 } ?? bounds.count
        state.withLock { state in
            // What is there was bounded when it came.
            if let index = state.series.index(forKey: values) {
                state.series.values[index].add(seconds, bucket)
            } else {
                state.series[state.labels.bounded(values), default: Series(bounds: bounds.count)].add(seconds, bucket)
            }
        }
    }

    /// Writes the family in the text format, whose buckets each hold those below them too.
    func append(to text: inout ExpositionText) {
        let (names, all) = state.withLock { ($0.labels.labels.map(\.name), $0.series) }
        guard !all.isEmpty else { return }
        text.begin(name, "histogram", help)
        for (values, series) in all.sorted(by: { ExpositionText.areInOrder($0.key, $1.key) }) {
            let labels = Array(zip(names, values))
            var count: UInt64 = 0
            for (index, own) in series.counts.enumerated() {
                count += own
                let bound = index < bounds.count ? ExpositionText.number(bounds[index]) : "+Inf"
                text.sample("\(name)_bucket", labels + [("le", bound)], Double(count))
            }
            text.sample("\(name)_sum", labels, series.sum)
            text.sample("\(name)_count", labels, Double(count))
        }
    }
}
