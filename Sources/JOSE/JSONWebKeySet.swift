public import StrictJSON

/// A set of public keys (RFC 7517, section 5), read entry by entry: an unusable one is left out and remembered with
/// its reason, and never spoils the others.
public struct JSONWebKeySet: Sendable {
    /// The most entries that are read; more are an error.
    public static let maximumKeys = 100

    /// An entry that was left out.
    public struct SkippedKey: Sendable {
        /// The place of the entry in the set, from 0.
        public let index: Int
        /// The entry's `kid`, if it has a readable one.
        public let keyID: String?
        /// Why it was left out.
        public let reason: String
    }

    /// The usable keys in the order of the set.
    public let keys: [JSONWebKey]
    /// The entries that were left out.
    public let skippedKeys: [SkippedKey]

    /// The places of the usable keys in the set, from 0.
    let places: [Int]

    /// Reads a key set.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text.
    ///   - limits: The largest text to read.
    /// - Throws: `JOSEError` with code `keySetInvalid` when the text is no JSON object with an array `keys`. A set
    ///   without usable keys is no error here; looking a key up in it is.
    public init(parsing bytes: [UInt8], limits: JSONLimits) throws(JOSEError) {
        let object: JSONObject
        do {
            object = try JSONObject(parsing: bytes, limits: limits)
        } catch {
            throw JOSEError(.keySetInvalid, "the key set is unusable: \(error)")
        }
        guard let entries = object["keys"]?.array else {
            throw JOSEError(.keySetInvalid, "the key set has no array named keys")
        }
        guard entries.count <= Self.maximumKeys else {
            throw JOSEError(.keySetInvalid, "the key set has more than \(Self.maximumKeys) keys")
        }
        self.init(entries: entries)
    }

    private init(entries: [JSONValue]) {
        var keys: [JSONWebKey] = []
        var places: [Int] = []
        var skipped: [SkippedKey] = []
        for (index, entry) in entries.enumerated() {
            guard let object = entry.object else {
                skipped.append(SkippedKey(index: index, keyID: nil, reason: "it is \(entry.kind), not an object"))
                continue
            }
            do {
                keys.append(try JSONWebKey(parsing: object))
                places.append(index)
            } catch {
                skipped.append(SkippedKey(index: index, keyID: object["kid"]?.string, reason: error.reason))
            }
        }
        self.keys = keys
        self.places = places
        skippedKeys = skipped
    }
}
