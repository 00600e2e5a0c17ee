@testable import GoogleCloud

extension GoogleCloudError {
    /// An error that equals any other of its code.
    init(expecting code: Code) {
        self.init(code, "")
    }
}
