import CPKCS11
import Cryptography
import JOSE
import StrictJSON

/// A private key in a token, found and ready to sign within one session; for one thread at a time.
struct OpenKey {
    /// The key's public numbers, as the token tells them.
    let material: KeyMaterial

    private let access: TokenAccess
    private let token: PKCS11TokenInfo
    private let session: PKCS11Session
    private let handle: UInt
    private let mechanism: UInt
    private let modulusBytes: Int
    /// Whether the token wants the PIN before each signature.
    private let wantsConfirmation: Bool

    /// Opens the key that a URI means.
    ///
    /// - Parameter access: The way to it.
    /// - Throws: `HardwareKeyError`.
    init(_ access: TokenAccess) throws(HardwareKeyError) {
        let (session, token) = try access.session()
        let handle = try Self.privateKey(session, access.uri)
        guard Self.number(session.attribute(CKA_KEY_TYPE, of: handle)) == CKK_RSA else {
            throw HardwareKeyError(
                .keyUnsuitable, "the key in the token is no RSA key; custom tokens are signed with RS256",
                hint: "make an RSA key of 2048 bits in the token")
        }
        guard session.attribute(CKA_SIGN, of: handle)?.first != 0 else {
            throw HardwareKeyError(.keyUnsuitable, "the key in the token may not sign (CKA_SIGN)")
        }
        let (modulus, exponent) = try Self.publicNumbers(session, handle)
        material = .rsa(modulus: modulus, exponent: exponent)
        modulusBytes = modulus.count
        mechanism = try Self.mechanism(access.module, token)
        wantsConfirmation = session.attribute(CKA_ALWAYS_AUTHENTICATE, of: handle)?.first == 1
        self.access = access
        self.token = token
        self.session = session
        self.handle = handle
    }

    private static func privateKey(_ session: PKCS11Session, _ uri: PKCS11URI) throws(HardwareKeyError) -> UInt {
        let keys = try PKCS11Fault.told { () throws(PKCS11Fault) in
            try session.objects(
                CKO_PRIVATE_KEY, identifier: uri.objectID, label: uri.objectLabel.map { [UInt8]($0.utf8) })
        }
        guard keys.count < 2 else {
            throw HardwareKeyError(
                .keyNotFound, "the token has several private keys that are as the URI says",
                hint: "name it by object= and id= both")
        }
        guard let key = keys.first else {
            throw HardwareKeyError(
                .keyNotFound, "the token has no private key that is as the URI says",
                hint: "pkcs11-tool --login --list-objects --type privkey shows those it has")
        }
        return key
    }

    /// The public numbers: of the private key, or of the public key beside it, which has the same identifier.
    private static func publicNumbers(
        _ session: PKCS11Session, _ key: UInt
    ) throws(HardwareKeyError) -> (modulus: [UInt8], exponent: [UInt8]) {
        if let modulus = session.attribute(CKA_MODULUS, of: key),
            let exponent = session.attribute(CKA_PUBLIC_EXPONENT, of: key)
        {
            return (withoutLeadingZeros(modulus), withoutLeadingZeros(exponent))
        }
        if let identifier = session.attribute(CKA_ID, of: key) {
            let keys = try PKCS11Fault.told { () throws(PKCS11Fault) in
                try session.objects(CKO_PUBLIC_KEY, identifier: identifier, label: nil)
            }
            if keys.count == 1, let modulus = session.attribute(CKA_MODULUS, of: keys[0]),
                let exponent = session.attribute(CKA_PUBLIC_EXPONENT, of: keys[0])
            {
                return (withoutLeadingZeros(modulus), withoutLeadingZeros(exponent))
            }
        }
        throw HardwareKeyError(
            .keyUnsuitable, "the token does not tell the public half of the key, without which it cannot be probed",
            hint: "store the public key in the token too, with the same id")
    }

    private static func mechanism(
        _ module: PKCS11Module, _ token: PKCS11TokenInfo
    ) throws(HardwareKeyError) -> UInt {
        // The first needs 51 bytes to be sent to the token, however long the message is.
        let known = [CKM_RSA_PKCS, CKM_SHA256_RSA_PKCS]
        guard let mechanism = known.first(where: { module.canSign(slot: token.slot, mechanism: $0) }) else {
            throw HardwareKeyError(
                .keyUnsuitable, "the token signs neither by CKM_RSA_PKCS nor by CKM_SHA256_RSA_PKCS")
        }
        return mechanism
    }

    /// Signs with RS256.
    ///
    /// - Parameter message: The message.
    /// - Returns: The signature, not verified.
    /// - Throws: `PKCS11Fault`.
    func signature(over message: HardwareSigningInput) throws(PKCS11Fault) -> [UInt8] {
        let data = mechanism == CKM_RSA_PKCS ? message.digestInfo : message.bytes
        return try session.signature(
            over: data, mechanism: mechanism, key: handle, maximumBytes: modulusBytes
        ) { () throws(PKCS11Fault) in
            if wantsConfirmation { try access.login(session, CKU_CONTEXT_SPECIFIC, token) }
        }
    }

    /// A number as the machine holds it.
    private static func number(_ bytes: [UInt8]?) -> UInt? {
        guard let bytes, bytes.count == MemoryLayout<UInt>.size else { return nil }
        return unsafe bytes.withUnsafeBytes { unsafe $0.loadUnaligned(as: UInt.self) }
    }

    private static func withoutLeadingZeros(_ number: [UInt8]) -> [UInt8] {
        Array(number.drop { $0 == 0 })
    }
}

/// What is to be signed, with the hash that tokens take.
struct HardwareSigningInput: Sendable {
    let bytes: [UInt8]
    let digestInfo: [UInt8]

    init(_ bytes: [UInt8]) throws(HardwareKeyError) {
        self.bytes = bytes
        do throws(CryptographyError) {
            digestInfo = try DigestInfo.sha256(of: bytes)
        } catch {
            throw HardwareKeyError(.tokenFailed, error.reason)
        }
    }
}
