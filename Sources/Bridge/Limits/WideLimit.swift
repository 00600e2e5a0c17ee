/// What the networks of one larger network may do together: one subscriber may have a /48 of IPv6, and with it 65,536
/// networks that are counted one by one.
///
/// It is ten times what each of them may do, and a tenth of what all callers may: so no subscriber can use up what is
/// there for everybody.
enum WideLimit: Sendable {
    private static let factor: Int64 = 10

    /// The limit of a larger network, by the one of each network.
    static func wide(_ perNetwork: Int64) -> Int64 { times(perNetwork, factor) }

    /// The limit of everybody, by the one of each network.
    ///
    /// - Parameters:
    ///   - perNetwork: The limit of a network.
    ///   - standard: What it is at least.
    /// - Returns: The limit.
    static func everybody(_ perNetwork: Int64, atLeast standard: Int64) -> Int64 {
        max(standard, times(perNetwork, factor * factor))
    }

    private static func times(_ limit: Int64, _ factor: Int64) -> Int64 {
        let (product, isTooLarge) = limit.multipliedReportingOverflow(by: factor)
        return isTooLarge ? .max : product
    }
}
