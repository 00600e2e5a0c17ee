public import Operations

/// What is logged, and how.
public struct LogSettings: Sendable, Equatable {
    /// The least level that is written.
    public let level: LogLevel
    /// How records become lines.
    public let format: LogFormat
    /// What is shown of persons.
    public let personalData: PersonalDataSetting

    /// What is shown of persons.
    public enum PersonalDataSetting: Sendable {
        /// Nothing by which one can be found.
        case hidden
        /// All as it is.
        case shown
    }
}
