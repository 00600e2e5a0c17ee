import CustomTokens
import JOSE

/// The time of day, where it has been set: a device may start in 1970.
enum FirebaseClock: Sendable {
    /// The time now.
    ///
    /// - Throws: `FirebaseSessionError` with code `clockNotSet`.
    static func setTime(of clock: any WallClock) throws(FirebaseSessionError) -> NumericDate {
        do throws(CustomTokenError) {
            return try IssueTime.setTime(of: clock)
        } catch {
            throw FirebaseSessionError(.clockNotSet, error.reason, cure: FirebaseSessionError.setClock)
        }
    }
}
