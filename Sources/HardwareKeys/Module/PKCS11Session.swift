import CPKCS11

/// Owns one session with a token; for one thread at a time.
final class PKCS11Session {
    private let handle: UInt
    private let module: PKCS11Module

    init(takingOwnershipOf handle: UInt, of module: PKCS11Module) {
        self.handle = handle
        self.module = module
    }

    deinit {
        // There is nobody to tell: a session that is gone already is as good as closed.
        try? unsafe module.call("close a session") { unsafe bridge_pkcs11_close($0, handle) }
    }

    /// Logs the user in, for all sessions of this process with the token.
    ///
    /// - Parameters:
    ///   - user: Whom, and for what.
    ///   - pin: The PIN; nil where it is typed at the token.
    /// - Throws: `PKCS11Fault`.
    func login(_ user: UInt, pin: TokenPIN?) throws(PKCS11Fault) {
        let bytes = pin?.secretBytes
        do throws(PKCS11Fault) {
            try unsafe module.call("log in") {
                unsafe bridge_pkcs11_login($0, handle, user, bytes, UInt(bytes?.count ?? 0))
            }
        } catch  where error.result.code == CKR_USER_ALREADY_LOGGED_IN {}
    }

    /// The objects of a class with an identifier and a label, at most two: one is wanted.
    func objects(_ kind: UInt, identifier: [UInt8]?, label: [UInt8]?) throws(PKCS11Fault) -> [UInt] {
        var objects: [UInt] = [0, 0]
        var found: UInt = 0
        try unsafe module.call("look for the key") {
            unsafe bridge_pkcs11_find(
                $0, handle, kind, identifier, UInt(identifier?.count ?? 0), label, UInt(label?.count ?? 0), &objects,
                UInt(objects.count), &found)
        }
        return Array(objects.prefix(Int(found)))
    }

    /// The bytes of an attribute; nil where the object has none or keeps it to itself.
    func attribute(_ kind: UInt, of object: UInt) -> [UInt8]? {
        var count: UInt = 0
        do throws(PKCS11Fault) {
            try unsafe module.call("read the key") {
                unsafe bridge_pkcs11_attribute($0, handle, object, kind, nil, &count)
            }
            guard 1...UInt(Self.maximumAttributeBytes) ~= count else { return nil }
            var bytes = [UInt8](repeating: 0, count: Int(count))
            try unsafe module.call("read the key") {
                unsafe bridge_pkcs11_attribute($0, handle, object, kind, &bytes, &count)
            }
            return Array(bytes.prefix(Int(count)))
        } catch {
            return nil
        }
    }

    private static let maximumAttributeBytes = 4096

    /// Signs.
    ///
    /// - Parameters:
    ///   - data: What the mechanism takes.
    ///   - mechanism: The mechanism.
    ///   - key: The key.
    ///   - maximumBytes: The longest signature.
    ///   - confirm: What the token wants before each signature, such as the PIN again.
    /// - Returns: The signature.
    /// - Throws: `PKCS11Fault`.
    func signature(
        over data: [UInt8], mechanism: UInt, key: UInt, maximumBytes: Int, confirm: () throws(PKCS11Fault) -> Void
    ) throws(PKCS11Fault) -> [UInt8] {
        try unsafe module.call("begin a signature") { unsafe bridge_pkcs11_sign_init($0, handle, mechanism, key) }
        try confirm()
        var signature = [UInt8](repeating: 0, count: maximumBytes)
        var count = UInt(maximumBytes)
        try unsafe module.call("sign") {
            unsafe bridge_pkcs11_sign($0, handle, data, UInt(data.count), &signature, &count)
        }
        return Array(signature.prefix(Int(count)))
    }
}
