import CustomTokenBridge
import KeyRings
import StrictJSON

extension KeysSession {
    func list() throws -> ExitCode {
        let list = KeyList(try loaded(), at: try clock.now())
        list.warnings.forEach(console.warn)
        try print(list)
        return .success
    }

    func activate(_ id: String) throws -> ExitCode {
        let now = try now()
        let before = told(try folder.loadForActivation())
        // What is refused is not told as what happens.
        let after = try folder.activate(id, at: now, auditor: auditor)
        if before[id]?.isNamedHere == true {
            console.warn(
                "Google never gave \(id) its identifier: nobody accepts its tokens before Google has its certificate"
                    + " (token-bridge keys upload)")
        }
        if let active = before.ring.active, active.id != id {
            console.note(
                "\(id) signs from now on; \(active.id) signs no more, and stays published until"
                    + " \((now + KeyRing.retentionSeconds).utc)")
        }
        if let rotation = before.ring.rotation, after.ring.rotation == nil, let new = rotation.newKeyID {
            console.note(
                "the rotation to \(new) ends; \(new) stays at Google until it is disabled or deleted there, and here it"
                    + " can retire at \((now + KeyRing.retentionSeconds).utc)")
        }
        try makeSecret()
        let others = after.ring.entries.filter { $0.id != id }.map(\.id)
        if before.isStateLost, !others.isEmpty {
            console.warn(
                "ring.state was lost, and with it what was revoked: \(others.joined(separator: ", ")) are next now, and"
                    + " published; revoke what is not to be trusted")
        }
        KeyList(after, at: now).rows.filter(\.signs).flatMap(\.warnings).forEach(console.warn)
        try printKey(id, of: after)
        return .success
    }

    func retire(_ id: String) throws -> ExitCode {
        let now = try now()
        _ = try loaded()
        let after = try folder.retire(id, at: now, auditor: auditor)
        console.note("\(id) is published no more, and never signs again")
        try makeSecret()
        try printKey(id, of: after)
        return .success
    }

    func revoke(_ id: String) throws -> ExitCode {
        let ring = try loaded().ring
        let entry = try known(id, ring)
        if entry.state != .revoked {
            let isActive = entry.state == .active
            let signing = isActive ? "; it signs now, and nothing is signed until another is activated" : ""
            try confirm(
                "\(id) is trusted no more, for good\(signing). Google goes on accepting its tokens until the key is"
                    + " disabled there (token-bridge keys disable \(id)\(isActive ? " --credentials FILE" : "")) or"
                    + " deleted")
        }
        // A clock that was never set keeps no key trusted.
        let after = try folder.revoke(id, at: try clock.now(), auditor: auditor)
        try makeSecret()
        try printKeyWithoutClock(id, of: after)
        return .success
    }

    func remove(_ id: String) throws -> ExitCode {
        let ring = try loaded()
        if ring.unfinishedRemovals.contains(where: { $0.hasSameBytes(as: id) }) {
            console.note("the removal of \(id) was broken off before its file was deleted: it is deleted now")
        } else {
            var trial = ring.ring
            try trial.remove(id, at: try now())
            let state = ring.ring[id]?.state.rawValue ?? "removed"
            try confirm("the file of \(id), which is \(state), is deleted; nothing brings the key back")
        }
        try folder.remove(id, at: try now(), auditor: auditor)
        try makeSecret()
        try print(RemovedKey(id: id))
        return .success
    }

    private func known(_ id: String, _ ring: KeyRing) throws -> KeyRing.Entry {
        if let entry = ring[id] { return entry }
        var trial = ring
        // It says what is known instead.
        try trial.revoke(id, at: NumericDate(secondsSinceEpoch: 0))
        throw Failure.usage("there is no such key", KeysCommand.specification)
    }

    private func printKeyWithoutClock(_ id: String, of ring: LoadedKeyRing) throws {
        let list = KeyList(ring, at: try clock.now())
        if let row = list.rows.first(where: { $0.entry.id == id }) { try print(row) }
    }
}

/// A key that is gone.
struct RemovedKey: CommandResult {
    let id: String

    var text: String { "\(id) removed" }

    var json: JSONValue { .object(JSONObject(["kid": .string(id), "state": "removed"])) }
}
