/// A JSON number with a fraction or an exponent, kept as it was written.
///
/// The digits decide: `1.10` and `1.1` are different values here, and both come out again as they went in.
public struct JSONDecimal: Sendable, Equatable {
    /// The number as written (RFC 8259, section 6).
    public let text: String

    init(validated text: String) {
        self.text = text
    }

    /// The nearest binary floating-point number.
    public var doubleValue: Double {
        // The grammar of JSON numbers is a subset of what `Double` reads; nil cannot happen, and NaN compares false.
        Double(text) ?? .nan
    }
}
