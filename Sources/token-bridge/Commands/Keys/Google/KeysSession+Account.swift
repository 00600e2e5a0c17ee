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
        let before = try loaded().ring
        try before.checkDisabling(id)
        let isForGood = before[id]?.state == .revoked || before.hasRemoved(id)
        try confirm(
            "\(id.argumentExcerpt) is disabled at Google: within minutes nothing that it signed is accepted there"
                + (isForGood ? ", for good" : "; token-bridge keys enable takes that back"))
        // Nobody is kept from disabling a key that is trusted no more.
        let lock = before.mayStillSign(id) ? try folder.rotationLock() : nil
        defer { withExtendedLifetime(lock) {} }
        // The question may have been long.
        let ring = try folder.load()
        try ring.ring.checkDisabling(id)
        let account = try knownAccount(ring)
        let access = try GoogleAccess(arguments, console)
        try Waiting.result { [folder, auditor] in
            let publisher = try await access.publisher(ring)
            let keys = try publisher.keys(account)
            let audited = AuditedKeyPublisher(publisher, folder, auditor)
            try await audited.noted(.disable, id, account) { try await keys.disable(id) }
            // It is activated without Google, and so without the lock.
            do throws(KeyRingError) {
                try folder.load().ring.checkDisabling(id)
            } catch {
                guard error.code == .stateForbids else { throw error }
                try await audited.noted(.enable, id, account) { try await keys.enable(id) }
                throw KeyRingError(
                    .stateForbids,
                    "the key \(id) was activated meanwhile, and signs: it was disabled at Google for a moment, and is"
                        + " enabled again")
            }
        }
        try print(ChangedAccountKey(id: id, state: "disabled"))
        return .success
    }

    /// Has Google accept again what a key signs.
    func enable(_ id: String) throws -> ExitCode {
        let ring = try loaded()
        try ring.ring.checkEnabling(id)
        let account = try knownAccount(ring)
        let access = try GoogleAccess(arguments, console)
        try Waiting.result { [folder, auditor] in
            let publisher = try await access.publisher(ring)
            let keys = try publisher.keys(account)
            try await AuditedKeyPublisher(publisher, folder, auditor).noted(.enable, id, account) {
                try await keys.enable(id)
            }
        }
        try print(ChangedAccountKey(id: id, state: "enabled"))
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
