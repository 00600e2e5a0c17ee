import StrictJSON

/// Where the Firebase Auth emulator listens: `FIREBASE_AUTH_EMULATOR_HOST`, and only on this machine.
///
/// It is read from an environment alone: pass the process's own, so that nothing in a configuration can switch
/// signatures off.
public struct EmulatorHost: Sendable {
    /// The name of the environment variable.
    public static let variable = "FIREBASE_AUTH_EMULATOR_HOST"

    /// The host and port, such as `127.0.0.1:9099`.
    public let authority: String

    /// Reads the environment.
    ///
    /// The result is nil where the variable is not set or empty.
    ///
    /// - Parameter environment: The environment.
    /// - Throws: `CustomTokenError` with code `emulatorHostInvalid` where it is not `host:port` or not loopback.
    public init?(environment: [String: String]) throws(CustomTokenError) {
        guard let value = environment[Self.variable], !value.isEmpty else { return nil }
        guard let colon = value.lastIndex(of: ":"), Self.isPort(value[value.index(after: colon)...]) else {
            throw Self.invalid(value, "it must be host:port, without scheme and path")
        }
        let host = value[..<colon]
        guard !host.isEmpty, host.utf8.allSatisfy({ 0x21...0x7E ~= $0 && !"/?#@".utf8.contains($0) }) else {
            throw Self.invalid(value, "it must be host:port, without scheme and path")
        }
        guard host.isLoopbackHost else {
            throw Self.invalid(value, "it must be on this machine (localhost, 127.0.0.1 or [::1])")
        }
        authority = value
    }

    private static func isPort(_ text: Substring) -> Bool {
        guard 1...5 ~= text.utf8.count, text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let port = UInt32(text) else {
            return false
        }
        return 1...65535 ~= port
    }

    private static func invalid(_ value: String, _ reason: String) -> CustomTokenError {
        CustomTokenError(.emulatorHostInvalid, "\(variable) is \(value.quotedExcerpt): \(reason)")
    }
}
