public import Bridge

/// What every store must do: the rules of `Store`, as checks that any test framework can run.
///
/// A check uses keys that no other check and no other run has, so that all may run at once on one store.
public struct StoreConformance: Sendable {
    /// Two stores on the same records, as two replicas have them; where there is but one, it may stand for both.
    public struct Replicas: Sendable {
        /// One of them.
        public let first: any Store
        /// The other.
        public let second: any Store

        /// Takes two stores.
        ///
        /// - Parameters:
        ///   - first: One of them.
        ///   - second: The other.
        public init(_ first: any Store, _ second: any Store) {
            self.first = first
            self.second = second
        }
    }

    /// One rule, and how it is seen to hold.
    public struct Check: Sendable, CustomStringConvertible {
        /// The rule.
        public let description: String
        private let body: @Sendable (Replicas, ConformanceKeys) async throws -> Void

        init(_ rule: String, _ body: @escaping @Sendable (Replicas, ConformanceKeys) async throws -> Void) {
            description = rule
            self.body = body
        }

        /// Sees if the rule holds.
        ///
        /// - Parameters:
        ///   - replicas: The stores.
        ///   - run: What no other run on the same records has.
        /// - Throws: `ConformanceViolation` where it does not, and whatever the stores throw.
        public func run(on replicas: Replicas, run: String) async throws {
            try await body(replicas, ConformanceKeys(prefix: "\(run)\n\(description)"))
        }
    }

    /// All checks but those that close the stores.
    public static let checks: [Check] =
        insertChecks + readChecks + replaceChecks + consumeChecks + countChecks + sweepChecks + raceChecks

    /// Checks that close the stores, which nothing else may use then.
    public static let closingChecks: [Check] = closeChecks
}

/// A rule that does not hold.
public struct ConformanceViolation: Error, Sendable, CustomStringConvertible {
    /// What was seen instead.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
