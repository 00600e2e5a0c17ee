import JOSE
import StrictJSON

/// Reads the members of an object in a state file, of which nothing is passed over: what is not understood now would be
/// lost with the next change.
struct StateReader: Sendable {
    private static let largest: Int64 = 1 << 53

    private let object: JSONObject
    private let subject: String

    init(_ object: JSONObject, _ subject: String) {
        self.object = object
        self.subject = subject
    }

    func allow(_ names: [String]) throws(KeyRingError) {
        guard let name = object.names.first(where: { name in !names.contains { $0.hasSameBytes(as: name) } }) else {
            return
        }
        throw damaged("has a member \(name.quotedExcerpt), which this release does not know")
    }

    func string(_ name: String) throws(KeyRingError) -> String {
        guard let value = try optionalString(name) else { throw damaged("has no \(name)") }
        return value
    }

    func optionalString(_ name: String) throws(KeyRingError) -> String? {
        switch object[name] {
        case nil: return nil
        case .string(let value)?: return value
        case let value?: throw damaged("has \(value.kind) as \(name)")
        }
    }

    /// A number that can be counted on for longer than anything lasts.
    func integer(_ name: String) throws(KeyRingError) -> Int64 {
        guard let value = object[name]?.integer, 0...Self.largest ~= value else {
            throw damaged("has no number \(name)")
        }
        return value
    }

    func date(_ name: String) throws(KeyRingError) -> NumericDate {
        let date = NumericDate(secondsSinceEpoch: try integer(name))
        guard NumericDate.claimable ~= date else { throw damaged("has no time \(name)") }
        return date
    }

    func optionalDate(_ name: String) throws(KeyRingError) -> NumericDate? {
        object[name] == nil ? nil : try date(name)
    }

    func keyID(_ name: String) throws(KeyRingError) -> String {
        let id = try string(name)
        guard KeyIdentifier.isPossible(id) else { throw damaged("has an impossible identifier") }
        return id
    }

    func optionalThumbprint(_ name: String) throws(KeyRingError) -> String? {
        guard let text = try optionalString(name) else { return nil }
        guard KeyIdentifier.isThumbprint(text) else { throw damaged("has no thumbprint as \(name)") }
        return text
    }

    func objects(_ name: String) throws(KeyRingError) -> [JSONObject] {
        guard let values = object[name]?.array else { throw damaged("has no list \(name)") }
        let objects = values.compactMap(\.object)
        guard objects.count == values.count else { throw damaged("has something in \(name) that is no object") }
        return objects
    }

    func optionalObject(_ name: String) throws(KeyRingError) -> JSONObject? {
        guard let value = object[name] else { return nil }
        guard let object = value.object else { throw damaged("has \(value.kind) as \(name)") }
        return object
    }

    private func damaged(_ what: String) -> KeyRingError {
        KeyRingError(.ringDamaged, "\(subject) \(what)")
    }
}
