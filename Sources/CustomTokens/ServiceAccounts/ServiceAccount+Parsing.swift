import Cryptography
import JOSE
import StrictJSON

extension ServiceAccount {
    /// Reads a service-account key: the JSON text that Google hands out, or base64 of it.
    ///
    /// - Parameter text: The text; blanks, a byte order mark and quotes around it are no harm.
    /// - Throws: `CustomTokenError`. JSON of another kind is refused by the name of what it is.
    public init(parsing text: [UInt8]) throws(CustomTokenError) {
        let object = try ServiceAccountText.object(in: text)
        if let kind = CredentialKind(object) {
            throw CustomTokenError(.serviceAccountWrongKind, "this is \(kind.name), not a service-account key")
        }
        let members = ServiceAccountMembers(object: object)
        try members.requireType()
        try self.init(
            email: members.required("client_email"), projectID: members.optional("project_id"),
            privateKeyID: members.keyID(),
            privateKeyText: [UInt8](members.required("private_key").utf8), subject: "private_key of the service account"
        )
    }

    /// Reads a service-account key from a file.
    ///
    /// - Parameter path: The file, holding JSON or base64 of it.
    /// - Throws: `CustomTokenError`.
    public init(contentsOfFile path: String) throws(CustomTokenError) {
        let file = try SecretFile(path: path)
        try self.init(parsing: file.bytes)
        warnings = file.warnings + warnings
    }

    /// Reads the service-account key that `GOOGLE_APPLICATION_CREDENTIALS` names.
    ///
    /// A variable that is set and unusable is an error; nothing else is tried.
    ///
    /// - Parameter environment: The environment.
    /// - Throws: `CustomTokenError`.
    public init(environment: [String: String]) throws(CustomTokenError) {
        let path = try Self.path(inEnvironment: environment)
        do {
            try self.init(contentsOfFile: path)
        } catch {
            throw error.within(Self.environmentVariable)
        }
    }

    /// The environment variable that names a key file.
    public static let environmentVariable = "GOOGLE_APPLICATION_CREDENTIALS"

    /// The path that the environment names.
    private static func path(inEnvironment environment: [String: String]) throws(CustomTokenError) -> String {
        guard let path = environment[environmentVariable], !path.isEmpty else {
            throw CustomTokenError(.environmentUnusable, "\(environmentVariable) is not set")
        }
        guard OuterBlanks.trimmed([UInt8](path.utf8)).first != UInt8(ascii: "{") else {
            throw CustomTokenError(
                .environmentUnusable, "\(environmentVariable) holds JSON; it must hold the path of a file")
        }
        return path
    }
}

/// Finds the JSON object in the text of a key file.
enum ServiceAccountText: Sendable {
    static func object(in text: [UInt8]) throws(CustomTokenError) -> JSONObject {
        let trimmed = OuterBlanks.trimmed(text)
        guard let first = trimmed.first else {
            throw CustomTokenError(.serviceAccountMalformed, "the service-account key is empty")
        }
        if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return try parse(trimmed) }
        if first == UInt8(ascii: "-") {
            throw CustomTokenError(
                .serviceAccountWrongKind, "this is PEM text, not the JSON of a service-account key")
        }
        if first == UInt8(ascii: "<") {
            throw CustomTokenError(
                .serviceAccountWrongKind, "this is XML (GoogleService-Info.plist?), not a service-account key")
        }
        if let inner = try? Base64.decode(trimmed, of: "text"), OuterBlanks.trimmed(inner).first == UInt8(ascii: "{") {
            return try parse(OuterBlanks.trimmed(inner))
        }
        throw CustomTokenError(.serviceAccountMalformed, "the service-account key is neither JSON nor base64 of JSON")
    }

    private static func parse(_ bytes: [UInt8]) throws(CustomTokenError) -> JSONObject {
        do {
            return try JSONObject(
                parsing: bytes, limits: JSONLimits(maximumBytes: SecretFile.maximumBytes, maximumDepth: 16))
        } catch {
            throw CustomTokenError(.serviceAccountMalformed, "the service-account key cannot be used: \(error)")
        }
    }
}

/// Reads the members of a key file.
private struct ServiceAccountMembers {
    let object: JSONObject

    func requireType() throws(CustomTokenError) {
        let type = try required("type")
        guard type.hasSameBytes(as: "service_account") else {
            throw CustomTokenError(
                .serviceAccountWrongKind, "the type of the key file is \(type.quotedExcerpt), not \"service_account\"")
        }
    }

    /// The identifier goes into the header of every token.
    func keyID() throws(CustomTokenError) -> String? {
        let keyID = try optional("private_key_id")
        let bytes = keyID?.utf8 ?? "".utf8
        guard bytes.count <= JOSEHeader.maximumKeyIDBytes, bytes.allSatisfy({ 0x20...0x7E ~= $0 }) else {
            throw CustomTokenError(
                .serviceAccountIncomplete,
                "private_key_id of the service-account key is too long or not printable ASCII")
        }
        return keyID
    }

    func required(_ name: String) throws(CustomTokenError) -> String {
        guard let value = try optional(name) else {
            throw CustomTokenError(.serviceAccountIncomplete, "the service-account key has no \(name)")
        }
        return value
    }

    /// The string, or nil where it is missing or empty.
    func optional(_ name: String) throws(CustomTokenError) -> String? {
        switch object[name] {
        case nil: return nil
        case .string(let value)?: return value.isEmpty ? nil : value
        case let value?:
            throw CustomTokenError(
                .serviceAccountIncomplete, "\(name) of the service-account key is \(value.kind), not a string")
        }
    }
}
