import Bridge
import Cryptography

/// The order in which records are locked: where all keep it, no two transactions wait for each other.
enum KeyOrder: Sendable {
    /// Whether a key comes before another; none comes first.
    static func isBefore(_ left: RecordKey?, _ right: RecordKey?) -> Bool {
        guard let left, let right else { return left == nil && right != nil }
        guard left.kind == right.kind else { return left.kind.rawValue < right.kind.rawValue }
        return left.digest.bytes.lexicographicallyPrecedes(right.digest.bytes)
    }
}
