public import StrictJSON

/// The developer claims of a custom token, which Google copies into the session's ID tokens.
///
/// Values keep their kind and their digits: `true` stays `true`, 1 stays 1, and 9007199254740993 stays exact.
public struct CustomClaims: Sendable, Equatable {
    /// What to do with the seven names that Google overwrites in the ID token (`ClaimNames.overwritten`).
    public enum OverwrittenNames: Sendable {
        /// Refuse them, for what they say would be lost.
        case refused
        /// Let them through, for callers who know that what they say is lost.
        case allowedThoughLostInIDToken
    }

    /// The limit that holds unless the caller says otherwise, in bytes of compact JSON: ID tokens travel in headers.
    public static let standardMaximumBytes = 1000
    /// No claims.
    public static let none = CustomClaims(validated: JSONObject())

    /// The claims.
    public let object: JSONObject
    /// The claims as compact JSON; nil where there are none.
    let compactBytes: [UInt8]?

    /// Checks claims.
    ///
    /// - Parameters:
    ///   - object: The claims. Reserved names are refused at the top level; nested names are free.
    ///   - maximumBytes: The longest compact JSON, in bytes.
    ///   - overwrittenNames: What to do with names that Google overwrites.
    /// - Throws: `CustomTokenError` with code `claimReserved`, `claimOverwritten`, `claimsTooLarge` or, for what no
    ///   reader would take, `claimsInvalid`.
    public init(
        _ object: JSONObject, maximumBytes: Int = standardMaximumBytes, overwrittenNames: OverwrittenNames = .refused
    ) throws(CustomTokenError) {
        let reserved = Self.names(in: object, among: ClaimNames.reserved)
        guard reserved.isEmpty else {
            throw CustomTokenError(.claimReserved, "the claims use names that Google reserves: \(reserved)")
        }
        if case .refused = overwrittenNames {
            let overwritten = Self.names(in: object, among: ClaimNames.overwritten)
            guard overwritten.isEmpty else {
                throw CustomTokenError(
                    .claimOverwritten, "the claims use names that Google overwrites in the ID token: \(overwritten)")
            }
        }
        self.init(validated: object)
        let count = compactBytes?.count ?? 0
        guard count <= maximumBytes else {
            throw CustomTokenError(
                .claimsTooLarge, "the claims are \(count) bytes of JSON; at most \(maximumBytes) are allowed")
        }
        // Values put together in code may hold what no reader takes, such as a null character.
        _ = try Self.value(parsing: compactBytes ?? Array("{}".utf8))
    }

    /// Reads and checks claims.
    ///
    /// - Parameters:
    ///   - text: The claims as a JSON object; null is the same as none.
    ///   - maximumBytes: The longest compact JSON, in bytes.
    ///   - overwrittenNames: What to do with names that Google overwrites.
    /// - Throws: `CustomTokenError` with code `claimsInvalid`, `claimReserved`, `claimOverwritten` or `claimsTooLarge`.
    public init(
        parsing text: [UInt8], maximumBytes: Int = standardMaximumBytes, overwrittenNames: OverwrittenNames = .refused
    ) throws(CustomTokenError) {
        switch try Self.value(parsing: text) {
        case .object(let object):
            try self.init(object, maximumBytes: maximumBytes, overwrittenNames: overwrittenNames)
        case .null: self = .none
        case let value: throw CustomTokenError(.claimsInvalid, "the claims are \(value.kind), not an object")
        }
    }

    /// Reads claims that nest one level less than a token may, for they are a member of its payload.
    private static func value(parsing text: [UInt8]) throws(CustomTokenError) -> JSONValue {
        do {
            return try JSONValue(
                parsing: text,
                limits: JSONLimits(maximumBytes: 1 << 20, maximumDepth: JSONLimits.token.maximumDepth - 1))
        } catch {
            throw CustomTokenError(.claimsInvalid, "the claims cannot be used: \(error)")
        }
    }

    private init(validated object: JSONObject) {
        self.object = object
        compactBytes = object.isEmpty ? nil : object.compactBytes
    }

    private static func names(in object: JSONObject, among names: [String]) -> String {
        names.filter { object[$0] != nil }.joined(separator: ", ")
    }
}
