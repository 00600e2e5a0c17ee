import CustomTokenBridge

/// What `token-bridge keys` does.
enum KeysAction: String, Sendable, CaseIterable {
    case list = "list"
    case importKey = "import"
    case generate = "generate"
    case upload = "upload"
    case activate = "activate"
    case retire = "retire"
    case revoke = "revoke"
    case remove = "remove"
    case rotate = "rotate"
    case account = "account"
    case disable = "disable"
    case enable = "enable"
    case check = "check"
    case export = "export"

    /// The options that say something to it.
    private var options: [String] {
        switch self {
        case .list: []
        case .importKey: ["audit", "email", "project", "key-id", "passphrase-file"]
        case .generate: ["audit", "email", "project", "bits", "days"]
        case .upload: ["audit", "credentials", "google", "wait", "dry-run"]
        case .rotate: ["audit", "bits", "days", "credentials", "google", "wait", "dry-run", "schedule"]
        case .activate, .retire: ["audit"]
        case .revoke, .remove: ["audit", "yes"]
        case .account: ["credentials", "google"]
        case .disable: ["audit", "credentials", "google", "yes"]
        case .enable: ["audit", "credentials", "google"]
        case .check: ["published", "google"]
        case .export: ["audit", "certificate", "private", "yes"]
        }
    }

    /// Refuses an option that would be passed over, and an operand that means nothing.
    func checkOptions(_ arguments: Arguments) throws {
        let own = KeysCommand.specification.options.map(\.name).filter { $0 != "keys" }
        if let foreign = own.first(where: { arguments.has($0) && !options.contains($0) }) {
            throw Failure.usage("--\(foreign) says nothing to keys \(rawValue)", KeysCommand.specification)
        }
        let takesNone = self == .list || self == .generate || self == .rotate || self == .account
        guard !takesNone || arguments.operands.count == 1 else {
            throw Failure.usage("keys \(rawValue) takes no name", KeysCommand.specification)
        }
    }
}
