import Operations

extension Console {
    /// Lets no crash leave an image of the memory, before a key or credential is in it.
    func forbidCoreFiles() {
        do throws(OperationsError) {
            try CoreFiles.forbid()
        } catch {
            warn(error.reason)
        }
    }
}
