/// Why a single value of the configuration cannot be used.
struct SettingError: Error, Sendable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
