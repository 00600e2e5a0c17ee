/// Algorithms in one machine word, for what is asked of each token: `Set` would hash the name.
package struct SignatureAlgorithmSet: Sendable {
    private let bits: UInt16

    package init(_ algorithms: Set<SignatureAlgorithm>) {
        bits = algorithms.reduce(0) { $0 | $1.bit }
    }

    package func contains(_ algorithm: SignatureAlgorithm) -> Bool {
        bits & algorithm.bit != 0
    }
}

extension SignatureAlgorithm {
    fileprivate var bit: UInt16 {
        switch self {
        case .rs256: 1
        case .rs384: 1 << 1
        case .rs512: 1 << 2
        case .ps256: 1 << 3
        case .ps384: 1 << 4
        case .ps512: 1 << 5
        case .es256: 1 << 6
        case .es384: 1 << 7
        case .es512: 1 << 8
        case .edDSA: 1 << 9
        case .hs256: 1 << 10
        case .hs384: 1 << 11
        case .hs512: 1 << 12
        }
    }
}
