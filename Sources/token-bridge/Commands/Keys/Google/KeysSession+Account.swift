import CustomTokenBridge
import GoogleCloud
import KeyRings
import StrictJSON

extension KeysSession {
    /// Lists the keys that the account has at Google.
    func account() throws -> ExitCode {
        let ring = try loaded()
        let account = try knownAccount(ring)
        let access = try GoogleAccess(arguments, console)
        let keys = try Waiting.result { try await access.publisher(ring).keys(account).list() }
        let list = AccountKeyList(keys, ring.ring)
        list.warnings.forEach(console.warn)
        try print(list)
        return .success
    }

    /// Has Google accept nothing any more that a key signs.
    func disable(_ id: String) throws -> ExitCode {
        let ring = try loaded()
        guard ring.ring[id]?.state != .active else {
            throw KeyRingError(
                .stateForbids,
                "the key \(id) signs, and nobody would accept its tokens: activate another first, or revoke it")
        }
        try confirm(
            "\(id.argumentExcerpt) is disabled at Google: within minutes nothing that it signed is accepted there;"
                + " token-bridge keys enable takes that back")
        return try change(id, .disable, ring) { try await $0.disable(id) }
    }

    /// Has Google accept again what a key signs.
    func enable(_ id: String) throws -> ExitCode {
        let ring = try loaded()
        guard ring.ring[id]?.state != .revoked else {
            throw KeyRingError(.stateForbids, "the key \(id) is revoked, for good: it is not enabled again")
        }
        return try change(id, .enable, ring) { try await $0.enable(id) }
    }

    private func change(
        _ id: String, _ operation: KeyRingChange.Operation, _ ring: LoadedKeyRing,
        _ body: @escaping @Sendable (IAMKeys) async throws -> Void
    ) throws -> ExitCode {
        let account = try knownAccount(ring)
        let access = try GoogleAccess(arguments, console)
        try Waiting.result { [folder, auditor] in
            let publisher = try await access.publisher(ring)
            let keys = try publisher.keys(account)
            try await AuditedKeyPublisher(publisher, folder, auditor).noted(operation, id, account) {
                try await body(keys)
            }
        }
        try print(ChangedAccountKey(id: id, state: operation == .disable ? "disabled" : "enabled"))
        return .success
    }

    private func knownAccount(_ ring: LoadedKeyRing) throws(KeyRingError) -> String {
        guard let account = ring.ring.account else {
            throw KeyRingError(
                .noActiveKey, "the folder \(folder.path.argumentExcerpt) has no key that tells the account")
        }
        return account
    }
}

/// A key that was disabled or enabled at Google.
struct ChangedAccountKey: CommandResult {
    let id: String
    let state: String

    var text: String { "\(id) \(state) at Google" }

    var json: JSONValue { .object(JSONObject(["kid": .string(id), "at_google": .string(state)])) }
}
