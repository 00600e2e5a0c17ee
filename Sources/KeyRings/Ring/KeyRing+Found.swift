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
}
