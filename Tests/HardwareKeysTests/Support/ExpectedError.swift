@testable import HardwareKeys

extension HardwareKeyError {
    /// An error that equals any other of its code.
    init(expecting code: Code) {
        self.init(code, "")
    }
}
