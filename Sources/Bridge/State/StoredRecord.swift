public import JOSE

/// Something that is kept for a while.
public struct StoredRecord: Sendable, Equatable {
    /// The largest payload in bytes.
    public static let maximumPayloadBytes = 65_536

    /// Its key.
    public let key: RecordKey
    /// What is kept.
    public let payload: [UInt8]
    /// From when on it is not there any more.
    public let expiration: NumericDate
    /// How often it was replaced.
    public let version: Int64

    /// Makes a record.
    ///
    /// - Parameters:
    ///   - key: Its key.
    ///   - payload: What is kept, at most `maximumPayloadBytes`.
    ///   - expiration: From when on it is not there any more.
    ///   - version: How often it was replaced.
    public init(key: RecordKey, payload: [UInt8], expiration: NumericDate, version: Int64 = 0) {
        self.key = key
        self.payload = payload
        self.expiration = expiration
        self.version = version
    }
}
