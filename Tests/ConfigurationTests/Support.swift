import Configuration
import TestSupport

/// A configuration in a folder of its own.
struct Fixture {
    let folder: ScratchFolder
    var environment: [String: String] = [:]

    init() throws {
        folder = try ScratchFolder()
    }

    /// The path of the configuration file.
    var path: String { "\(folder.path)/bridge.json" }

    /// Loads a text.
    func load(_ text: String) throws -> BridgeConfiguration {
        try load(bytes: Array(text.utf8))
    }

    func load(bytes: [UInt8]) throws -> BridgeConfiguration {
        try folder.write(bytes, to: "bridge.json")
        return try BridgeConfiguration.load(path: path, environment: environment)
    }

    /// The error of a text that cannot be loaded; nil where it can.
    func error(bytes: [UInt8]) throws -> ConfigurationError? {
        do {
            _ = try load(bytes: bytes)
            return nil
        } catch let error as ConfigurationError {
            return error
        }
    }

    func error(_ text: String) throws -> ConfigurationError? {
        try error(bytes: Array(text.utf8))
    }

    /// The faults of a text, each as `line:column path: message (hint)`.
    func faults(_ text: String) throws -> [String] {
        try faults(bytes: Array(text.utf8))
    }

    func faults(bytes: [UInt8]) throws -> [String] {
        (try error(bytes: bytes)?.faults ?? []).map { fault in
            let place =
                switch fault.place {
                case .file(_, let line, let column): "\(line):\(column)"
                case .wholeFile: "file"
                case .environment(let name): name
                }
            return "\(place) \(fault.path): \(fault.message)" + (fault.hint.map { " (\($0))" } ?? "")
        }
    }

    /// A configuration with a few members beside those that must be there.
    static func minimal(_ members: String = "") -> String {
        #"{"issuer": "https://bridge.example", "project": "demo-bridge"\#(members.isEmpty ? "" : ", ")\#(members)}"#
    }

    /// A configuration with one provider.
    static func provider(_ id: String, _ members: String) -> String {
        minimal(#""providers": {"\#(id)": {\#(members)}}"#)
    }

    /// A configuration with a provider `yahoo` and one client.
    static func client(_ members: String) -> String {
        minimal(
            #""providers": {"yahoo": {"client_id": "ours", "client_secret": {"env": "S"}}}, "clients": {"app": {\#(members)}}"#
        )
    }
}
