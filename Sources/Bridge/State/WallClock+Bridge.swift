import JOSE

extension WallClock {
    /// The time, for this module.
    func bridgeTime() throws(BridgeError) -> NumericDate {
        do throws(JOSEError) {
            return try now()
        } catch {
            throw BridgeError(.cryptographyFailed, error.reason)
        }
    }
}
