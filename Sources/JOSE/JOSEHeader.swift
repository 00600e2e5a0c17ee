public import StrictJSON

/// The header of a JWS (RFC 7515, section 4), read and held to its rules.
///
/// Members that would choose a key (`jwk`, `jku`, `x5c`, `x5u`, `x5t`) are never looked at.
public struct JOSEHeader: Sendable {
    /// The largest header, in bytes of JSON.
    public static let maximumBytes = 4096
    /// The longest key identifier, in bytes.
    public static let maximumKeyIDBytes = 1024

    /// The algorithm.
    public let algorithm: SignatureAlgorithm
    /// The `kid`: an opaque string to look a key up by, nothing else.
    public let keyID: String?
    /// The `typ` as written.
    public let type: String?
    /// All members as they came.
    public let object: JSONObject

    /// Reads a header.
    ///
    /// - Parameter bytes: The JSON text.
    /// - Throws: `JOSEError` when the text is not an object without duplicate members, when `alg` is missing, `none`
    ///   or unknown, or when the header asks for something that is not understood (`crit`, `zip`, `b64`, `enc`).
    public init(parsing bytes: [UInt8]) throws(JOSEError) {
        let object = try Self.object(bytes)
        try Self.refuseExtensions(in: object)
        algorithm = try Self.algorithm(in: object)
        keyID = try Self.string("kid", in: object)
        type = try Self.string("typ", in: object)
        if let keyID, keyID.utf8.count > Self.maximumKeyIDBytes {
            throw JOSEError(.headerInvalid, "the key identifier (kid) in the token's header is too long")
        }
        self.object = object
    }

    private static func object(_ bytes: [UInt8]) throws(JOSEError) -> JSONObject {
        do {
            return try JSONObject(parsing: bytes, limits: JSONLimits(maximumBytes: maximumBytes, maximumDepth: 8))
        } catch {
            throw JOSEError(.headerInvalid, "the token's header is unusable: \(error)")
        }
    }

    private static func string(_ name: String, in object: JSONObject) throws(JOSEError) -> String? {
        switch object[name] {
        case nil: return nil
        case .string(let value)?: return value
        case let value?: throw JOSEError(.headerInvalid, "\(name) in the token's header is \(value.kind), not a string")
        }
    }

    private static func refuseExtensions(in object: JSONObject) throws(JOSEError) {
        // No extension is understood here, so every `crit` is one too many; an empty one is forbidden by itself.
        if object["crit"] != nil {
            throw JOSEError(.criticalHeaderNotUnderstood, "the token's header marks extensions as critical (crit)")
        }
        // Outside `crit`, b64 would be ignored by some verifiers and obeyed by others: the payload would be ambiguous.
        for name in ["b64", "zip", "enc"] where object[name] != nil {
            throw JOSEError(.headerInvalid, "the token's header has \(name), which is not supported")
        }
    }

    private static func algorithm(in object: JSONObject) throws(JOSEError) -> SignatureAlgorithm {
        guard let name = try string("alg", in: object) else {
            throw JOSEError(.headerInvalid, "the token's header names no algorithm (alg)")
        }
        if let algorithm = SignatureAlgorithm(exactly: name) { return algorithm }
        if name.lowercased() == "none" {
            throw JOSEError(.algorithmNone, "the token is not signed (alg is none)")
        }
        throw JOSEError(.algorithmNotAllowed, "the token's algorithm \(name.quotedExcerpt) is not supported")
    }
}
