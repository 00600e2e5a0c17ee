import StrictJSON

extension KeyRing {
    /// The ring of a folder without a state: a single key signs where none was ever written, and of several none does.
    ///
    /// - Parameters:
    ///   - ids: The identifiers of the keys in the folder.
    ///   - account: Their account.
    ///   - active: The one that signs; nil where none does.
    init(found ids: [String], account: String?, active: String?) {
        self.account = account
        entries = ids.map { Entry(id: $0, state: $0 == active ? .active : .next, createdAt: nil, since: nil) }
    }

    /// Takes in keys whose files were found in the folder: left by a change that was broken off, or put there by hand.
    ///
    /// - Parameter ids: The identifiers of all keys in the folder.
    /// - Returns: Those that were not known; removed ones are none of them.
    mutating func takeIn(found ids: [String]) -> [String] {
        let unknown = ids.filter { id in self[id] == nil && !removed.contains { $0.id == id } }
        entries += unknown.map { Entry(id: $0, state: .next, createdAt: nil, since: nil) }
        return unknown
    }

    /// Notes which keys its entries are, as far as nobody has yet; and a key is not trusted beside itself that is revoked.
    ///
    /// - Parameter thumbprints: The thumbprints of the keys in the folder, by their identifiers.
    mutating func note(_ thumbprints: [String: String]) {
        for index in entries.indices where entries[index].thumbprint == nil {
            entries[index].thumbprint = thumbprints[entries[index].id]
        }
        let revoked = Set(entries.filter { $0.state == .revoked }.compactMap(\.thumbprint))
        // Also one that signs: a state of before thumbprints were kept may have it so.
        for index in entries.indices where entries[index].state == .next || entries[index].state.isPublished {
            if let thumbprint = entries[index].thumbprint, revoked.contains(thumbprint) {
                entries[index].state = .revoked
            }
        }
    }

    /// Why a file is not that of a key of the ring; nil where it may be.
    ///
    /// - Parameters:
    ///   - id: The identifier in it.
    ///   - thumbprint: The thumbprint of its key.
    /// - Returns: The reason, in words.
    func refusal(of id: String, _ thumbprint: String) -> String? {
        if let entry = self[id] {
            return entry.thumbprint ?? thumbprint == thumbprint
                ? nil : "it holds another key than the one that the ring knows as \(id)"
        }
        // What is left of a change that was broken off is known by its identifier.
        guard !removed.contains(where: { $0.id == id }) else { return nil }
        let ended = entries.first { $0.thumbprint == thumbprint && !$0.state.isPublished }
        if let ended { return "its key is that of \(ended.id), which is \(ended.state.rawValue)" }
        return removed.first { $0.thumbprint == thumbprint }.map { "its key was removed from the ring as \($0.id)" }
    }
}
