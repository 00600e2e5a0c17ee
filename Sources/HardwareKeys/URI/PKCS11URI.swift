import StrictJSON

/// The URI of a private key in a token (RFC 7512).
///
/// It holds no secret: `pin-value` is refused.
public struct PKCS11URI: Sendable, Equatable {
    /// Where the PIN stands.
    public enum PINSource: Sendable, Equatable {
        /// In a file.
        case file(path: String)
        /// In a variable of the environment.
        case environment(name: String)
    }

    /// The text.
    public let text: String
    /// The token's label.
    public let tokenLabel: String?
    /// The token's manufacturer.
    public let manufacturer: String?
    /// The token's model.
    public let model: String?
    /// The token's serial number.
    public let serial: String?
    /// The slot's number; nil where any will do.
    public let slot: UInt?
    /// The key's label.
    public let objectLabel: String?
    /// The key's identifier.
    public let objectID: [UInt8]?
    /// The file of the module.
    public let modulePath: String
    /// Where the PIN stands; nil for a token that needs none, or has keys of its own to type it with.
    public let pinSource: PINSource?

    /// Reads a URI.
    ///
    /// The PIN stands in a file (`pin-source=file:/path`) or in the environment (`pin-source=env:NAME`, which RFC 7512
    /// leaves open).
    ///
    /// - Parameter text: The URI, such as `pkcs11:token=bridge;object=signer?module-path=/usr/lib/m.so`.
    /// - Throws: `HardwareKeyError` with code `uriInvalid`.
    public init(_ text: String) throws(HardwareKeyError) {
        let attributes = try PKCS11Attributes(text)
        self.text = text
        tokenLabel = try attributes.text("token")
        manufacturer = try attributes.text("manufacturer")
        model = try attributes.text("model")
        serial = try attributes.text("serial")
        slot = try attributes.number("slot-id")
        objectLabel = try attributes.text("object")
        objectID = attributes.bytes("id")
        if let type = try attributes.text("type"), !type.hasSameBytes(as: "private") {
            throw .uri(
                "it names an object of the type \(type.quotedExcerpt)", hint: "write type=private, or leave it out")
        }
        guard tokenLabel != nil || serial != nil || slot != nil else {
            throw .uri("it does not say in which token the key is", hint: "add token=LABEL, as pkcs11-tool -L shows it")
        }
        guard objectLabel != nil || objectID != nil else {
            throw .uri("it does not say which key it means", hint: "add object=LABEL or id=%01")
        }
        modulePath = try Self.modulePath(attributes)
        pinSource = try Self.pinSource(attributes)
    }

    private static func modulePath(_ attributes: PKCS11Attributes) throws(HardwareKeyError) -> String {
        guard let path = try attributes.text("module-path") else {
            throw .uri(
                "it does not say which module speaks with the token",
                hint: "add ?module-path=/path/of/the/module.so, such as /usr/lib/softhsm/libsofthsm2.so")
        }
        // By a bare name the loader would look in folders that the environment names.
        guard path.hasPrefix("/") else {
            throw .uri("the path of its module, \(path.quotedExcerpt), is not absolute", hint: "begin it with a slash")
        }
        return path
    }

    private static func pinSource(_ attributes: PKCS11Attributes) throws(HardwareKeyError) -> PINSource? {
        guard let source = try attributes.text("pin-source") else { return nil }
        if source.hasPrefix("env:"), source.utf8.count > 4 {
            return .environment(name: String(source.dropFirst(4)))
        }
        let path = source.hasPrefix("file:") ? String(source.dropFirst(5)) : source
        // file:///path has an empty host.
        let plain = path.hasPrefix("///") ? String(path.dropFirst(2)) : path
        guard plain.hasPrefix("/"), !plain.hasPrefix("//") else {
            // It is not shown: it may be the PIN itself.
            throw .uri(
                "its pin-source is no file with an absolute path and no variable",
                hint: "write pin-source=file:/path/of/the/pin or pin-source=env:NAME")
        }
        return .file(path: plain)
    }
}

extension PKCS11URI: CustomStringConvertible {
    /// The URI, which holds no secret.
    public var description: String { text }
}

extension HardwareKeyError {
    static func uri(_ fault: String, hint: String? = nil) -> HardwareKeyError {
        HardwareKeyError(.uriInvalid, "the URI of the key cannot be used: \(fault)", hint: hint)
    }
}
