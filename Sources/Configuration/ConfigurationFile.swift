import Glibc

/// Which file the configuration is in.
public enum ConfigurationFile: Sendable {
    /// Where it is looked for unless something names it, in this order.
    public static let standardPaths = ["./bridge.json", "/etc/token-bridge/bridge.json"]

    /// Finds the file.
    ///
    /// - Parameters:
    ///   - explicit: The path that the caller names; nil for none.
    ///   - environment: The environment, whose `TOKEN_BRIDGE_CONFIG` may name the file.
    /// - Returns: The path that is named, there or not; else the first of the standard paths where a file is.
    /// - Throws: `ConfigurationError` with code `unreadable` where no path is named and no file is found.
    public static func path(explicit: String?, environment: [String: String]) throws(ConfigurationError) -> String {
        if let explicit { return explicit }
        if let named = environment[OverridableValues.fileVariable], !named.isEmpty { return named }
        // A file that is there and cannot be read is the one that is meant: reading it says why it cannot be.
        if let found = standardPaths.first(where: { unsafe access($0, F_OK) == 0 }) { return found }
        throw ConfigurationError(
            code: .unreadable,
            faults: [
                ConfigurationFault(
                    place: .wholeFile(standardPaths[0]), path: "",
                    message: "there is no configuration: neither \(standardPaths.joined(separator: " nor "))",
                    hint: "`token-bridge config init` writes a sample; --config names another file")
            ])
    }
}
