import JOSE
import StrictJSON

extension KeyRing {
    /// The version of the format; another one is not read.
    private static let version: Int64 = 1

    /// The text of the state file.
    var json: JSONObject {
        var object = JSONObject()
        object["version"] = .integer(Self.version)
        object["revision"] = .integer(revision)
        object["account"] = account.map { .string($0) }
        object["keys"] = .array(entries.map { .object($0.json) })
        if !removed.isEmpty {
            object["removed"] = .array(
                removed.map { removed in
                    var member = JSONObject()
                    member["kid"] = .string(removed.id)
                    member["removed_at"] = .integer(removed.removedAt.secondsSinceEpoch)
                    member["thumbprint"] = removed.thumbprint.map { .string($0) }
                    return .object(member)
                })
        }
        object["rotation"] = rotation.map { .object($0.json) }
        return object
    }

    /// Reads the text of a state file.
    ///
    /// - Throws: `KeyRingError` with code `ringDamaged` for anything that `json` does not write.
    init(parsing bytes: [UInt8]) throws(KeyRingError) {
        let object: JSONObject
        do {
            object = try JSONObject(parsing: bytes, limits: JSONLimits(maximumBytes: 1 << 20, maximumDepth: 8))
        } catch {
            throw KeyRingError(.ringDamaged, "it is no JSON object: \(error)")
        }
        let reader = StateReader(object, "the ring")
        guard try reader.integer("version") == Self.version else {
            throw KeyRingError(.ringDamaged, "its version is not \(Self.version): another release wrote it")
        }
        try reader.allow(["version", "revision", "account", "keys", "removed", "rotation"])
        revision = try reader.integer("revision")
        account = try reader.optionalString("account")
        for member in try reader.objects("keys") { entries.append(try Entry(member)) }
        if object["removed"] != nil {
            for member in try reader.objects("removed") { removed.append(try Removed(member)) }
        }
        rotation = try reader.optionalObject("rotation").map { (object) throws(KeyRingError) in
            try RotationProgress(object)
        }
        try checkInvariants()
    }

    private func checkInvariants() throws(KeyRingError) {
        let ids = entries.map(\.id) + removed.map(\.id)
        guard Set(ids).count == ids.count else { throw KeyRingError(.ringDamaged, "an identifier is there twice") }
        guard entries.count(where: { $0.state == .active }) <= 1 else {
            throw KeyRingError(.ringDamaged, "several keys are active")
        }
    }
}

extension KeyRing.Entry {
    fileprivate var json: JSONObject {
        var object = JSONObject()
        object["kid"] = .string(id)
        object["state"] = .string(state.rawValue)
        for (name, date) in [("created_at", createdAt), ("activated_at", activatedAt), ("since", since)] {
            object[name] = date.map { .integer($0.secondsSinceEpoch) }
        }
        object["thumbprint"] = thumbprint.map { .string($0) }
        return object
    }

    fileprivate init(_ object: JSONObject) throws(KeyRingError) {
        let reader = StateReader(object, "a key")
        try reader.allow(["kid", "state", "created_at", "activated_at", "since", "thumbprint"])
        let name = try reader.string("state")
        guard let state = KeyState.allCases.first(where: { $0.rawValue.hasSameBytes(as: name) }) else {
            throw KeyRingError(.ringDamaged, "a key has the unknown state \(name.quotedExcerpt)")
        }
        self.init(
            id: try reader.keyID("kid"), state: state, createdAt: try reader.optionalDate("created_at"),
            activatedAt: try reader.optionalDate("activated_at"), since: try reader.optionalDate("since"),
            thumbprint: try reader.optionalThumbprint("thumbprint"))
    }
}

extension KeyRing.Removed {
    fileprivate init(_ object: JSONObject) throws(KeyRingError) {
        let reader = StateReader(object, "a removed key")
        try reader.allow(["kid", "removed_at", "thumbprint"])
        id = try reader.keyID("kid")
        removedAt = try reader.date("removed_at")
        thumbprint = try reader.optionalThumbprint("thumbprint")
    }
}
