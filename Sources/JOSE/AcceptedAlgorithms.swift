/// The algorithms that a verifier accepts; never empty.
public struct AcceptedAlgorithms: Sendable {
    /// The algorithms.
    public let algorithms: Set<SignatureAlgorithm>

    private let quickSet: SignatureAlgorithmSet

    /// Accepts one algorithm or several.
    ///
    /// - Parameters:
    ///   - first: An algorithm.
    ///   - others: More of them.
    public init(_ first: SignatureAlgorithm, _ others: SignatureAlgorithm...) {
        self.init(first, others)
    }

    /// Accepts one algorithm or several.
    ///
    /// - Parameters:
    ///   - first: An algorithm.
    ///   - others: More of them.
    public init(_ first: SignatureAlgorithm, _ others: some Sequence<SignatureAlgorithm>) {
        algorithms = Set(others).union([first])
        quickSet = SignatureAlgorithmSet(algorithms)
    }

    func contains(_ algorithm: SignatureAlgorithm) -> Bool {
        quickSet.contains(algorithm)
    }

    /// The names in alphabetical order, for messages.
    var names: String {
        algorithms.map(\.rawValue).sorted().joined(separator: ", ")
    }
}

extension AcceptedAlgorithms {
    /// Returns if an algorithm is accepted; to be asked before a key is chosen.
    ///
    /// - Parameter algorithm: The algorithm that a header names.
    /// - Throws: `JOSEError` with code `algorithmNotAllowed`.
    public func require(_ algorithm: SignatureAlgorithm) throws(JOSEError) {
        guard quickSet.contains(algorithm) else {
            throw JOSEError(
                .algorithmNotAllowed, "the token is signed with \(algorithm.rawValue), expected \(names)")
        }
    }
}
