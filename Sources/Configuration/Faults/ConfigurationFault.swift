/// One thing that is wrong with a configuration; never with a secret in it.
public struct ConfigurationFault: Sendable, Equatable {
    /// Where it stands.
    public let place: ConfigurationPlace
    /// What it is about, such as `providers.yahoo.client_secret`; empty for the file as a whole.
    public let path: String
    /// What is wrong, in a sentence.
    public let message: String
    /// What to do about it.
    public let hint: String?

    /// Makes a fault.
    ///
    /// - Parameters:
    ///   - place: Where it stands.
    ///   - path: What it is about; empty for the file as a whole.
    ///   - message: What is wrong, in a sentence without a secret.
    ///   - hint: What to do about it.
    public init(place: ConfigurationPlace, path: String, message: String, hint: String?) {
        self.place = place
        self.path = path
        self.message = message
        self.hint = hint
    }
}

extension ConfigurationFault: CustomStringConvertible {
    /// The fault in one line.
    public var description: String {
        let subject = path.isEmpty ? "" : "\(path): "
        return "\(place): \(subject)\(message)" + (hint.map { " (\($0))" } ?? "")
    }
}

/// Something in a configuration that works and that an operator should know at every start.
public struct ConfigurationWarning: Sendable, Equatable {
    /// Where it stands.
    public let place: ConfigurationPlace
    /// What it is about, such as `providers.yahoo.client_secret`.
    public let path: String
    /// What is to be known, in a sentence.
    public let message: String

    /// Makes a warning.
    public init(place: ConfigurationPlace, path: String, message: String) {
        self.place = place
        self.path = path
        self.message = message
    }
}

extension ConfigurationWarning: CustomStringConvertible {
    /// The warning in one line.
    public var description: String { "\(place): \(path.isEmpty ? "" : "\(path): ")\(message)" }
}
