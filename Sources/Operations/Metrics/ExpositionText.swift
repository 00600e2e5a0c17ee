/// Writes metrics in the text format of Prometheus, version 0.0.4.
struct ExpositionText: Sendable {
    /// The bytes so far.
    private(set) var bytes: [UInt8] = []

    /// Begins a family.
    mutating func begin(_ name: String, _ kind: String, _ help: String) {
        bytes.append(contentsOf: "# HELP \(name) ".utf8)
        appendEscaped(help, quote: nil)
        bytes.append(contentsOf: "\n# TYPE \(name) \(kind)\n".utf8)
    }

    /// Writes one number.
    mutating func sample(_ name: String, _ labels: [(String, String)], _ value: Double) {
        bytes.append(contentsOf: name.utf8)
        for (index, label) in labels.enumerated() {
            bytes.append(contentsOf: "\(index == 0 ? "{" : ",")\(label.0)=\"".utf8)
            appendEscaped(label.1, quote: UInt8(ascii: "\""))
            bytes.append(UInt8(ascii: "\""))
        }
        if !labels.isEmpty { bytes.append(UInt8(ascii: "}")) }
        bytes.append(contentsOf: " \(Self.number(value))\n".utf8)
    }

    /// A number as Prometheus reads it: whole ones without a fraction.
    static func number(_ value: Double) -> String {
        if value.isNaN { return "NaN" }
        if value.isInfinite { return value < 0 ? "-Inf" : "+Inf" }
        return Int64(exactly: value).map { String($0) } ?? String(value)
    }

    /// The order of series, that of their bytes: the same at each scrape, and in each locale.
    static func areInOrder(_ left: [String], _ right: [String]) -> Bool {
        for (one, other) in zip(left, right) where !one.utf8.elementsEqual(other.utf8) {
            return one.utf8.lexicographicallyPrecedes(other.utf8)
        }
        return left.count < right.count
    }

    private mutating func appendEscaped(_ text: String, quote: UInt8?) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\\"): bytes.append(contentsOf: #"\\"#.utf8)
            case 0x0A: bytes.append(contentsOf: #"\n"#.utf8)
            case quote: bytes.append(contentsOf: #"\""#.utf8)
            default: bytes.append(byte)
            }
        }
    }
}
