import CustomTokenBridge

extension JSONObject {
    /// An object for output, its members in the order given.
    init(_ members: KeyValuePairs<String, JSONValue>) {
        self.init()
        for (name, value) in members { self[name] = value }
    }
}

extension JSONValue {
    /// A string, or null where there is none.
    static func optional(_ text: String?) -> JSONValue {
        text.map { .string($0) } ?? .null
    }

    /// A time as seconds since 1970, or null where there is none.
    static func optional(_ date: NumericDate?) -> JSONValue {
        date.map { .integer($0.secondsSinceEpoch) } ?? .null
    }
}
