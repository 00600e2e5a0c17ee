/// The names of the files in the folder of a ring.
enum RingNames: Sendable {
    /// The state file: which key is in which state.
    static let state = "ring.state"
    /// The file of the secret that outlives every key.
    static let secret = "ring.secret"
    /// The file whose lock is held during a change.
    static let lock = ".ring.lock"
    /// What the name of a file begins with as long as it is not whole.
    static let temporaryPrefix = ".tmp-"

    /// Whether a file should hold a key.
    static func isKey(_ name: String) -> Bool {
        name.hasSuffix(".json") && !name.hasPrefix(".")
    }

    /// Whether a file holds the state: systemd puts the name of a credential before those of a folder's files.
    static func isState(_ name: String) -> Bool {
        !name.hasPrefix(".") && (name == state || name.hasSuffix("_\(state)"))
    }

    /// Whether a file holds the secret.
    static func isSecret(_ name: String) -> Bool {
        !name.hasPrefix(".") && (name == secret || name.hasSuffix("_\(secret)"))
    }
}
