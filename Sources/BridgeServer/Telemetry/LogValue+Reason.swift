import Failures
import Operations

extension LogValue {
    /// The reason of a failure: masked, unless it is one that names the keys of a ring.
    static func reason(of failure: Failure) -> LogValue {
        failure.namesKeys ? .identifier(failure.message) : .text(failure.message)
    }
}
