import StrictJSON

/// Where something of the configuration was written.
public enum ConfigurationPlace: Sendable, Equatable {
    /// In a file as a whole.
    case wholeFile(String)
    /// At a character of a file; lines and columns count from 1.
    case file(String, line: Int, column: Int)
    /// In a variable of the environment.
    case environment(String)
}

extension ConfigurationPlace: CustomStringConvertible {
    /// The place as editors and compilers write it, such as `bridge.json:3:5`.
    public var description: String {
        switch self {
        case .wholeFile(let path): path
        case .file(let path, let line, let column): "\(path):\(line):\(column)"
        case .environment(let name): "environment \(name)"
        }
    }
}
