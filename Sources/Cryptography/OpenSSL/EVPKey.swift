import COpenSSL

/// Owns an `EVP_PKEY`.
///
/// Sendable: the key never changes once it is here, and OpenSSL counts its references atomically.
@safe final class EVPKey: Sendable {
    nonisolated(unsafe) let pointer: OpaquePointer

    /// Takes over one reference.
    init(takingOwnershipOf pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
    }

    deinit {
        unsafe EVP_PKEY_free(pointer)
    }

    /// A copy with its own blinding state and its own locks.
    func duplicate() throws(CryptographyError) -> EVPKey {
        guard let copy = unsafe EVP_PKEY_dup(pointer) else {
            throw OpenSSLErrorQueue.drained(.libraryFailed, "a key could not be copied")
        }
        return unsafe EVPKey(takingOwnershipOf: copy)
    }

    /// The name of the key's type in OpenSSL's words, such as `RSA` or `EC`.
    var typeName: String {
        guard let name = unsafe EVP_PKEY_get0_type_name(pointer) else { return "unknown" }
        return unsafe String(cString: name)
    }

    /// The name of an elliptic curve in OpenSSL's words, such as `prime256v1`.
    var groupName: String {
        var name = [CChar](repeating: 0, count: 64)
        var length = 0
        guard unsafe EVP_PKEY_get_group_name(pointer, &name, name.count, &length) == 1 else { return "" }
        return String(decoding: name.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// A number of the key, big-endian and at least `count` bytes long.
    func number(_ parameter: String, count: Int = 0) throws(CryptographyError) -> [UInt8] {
        var number: OpaquePointer?
        guard unsafe EVP_PKEY_get_bn_param(pointer, parameter, &number) == 1, let number = unsafe number else {
            throw OpenSSLErrorQueue.drained(.keyDamaged, "the key lacks one of its numbers")
        }
        defer { unsafe BN_free(number) }
        var bytes = [UInt8](repeating: 0, count: max(count, Int(unsafe BN_num_bits(number) + 7) / 8))
        guard unsafe BN_bn2binpad(number, &bytes, Int32(bytes.count)) == bytes.count else {
            throw OpenSSLErrorQueue.drained(.keyDamaged, "one of the key's numbers is too long")
        }
        return bytes
    }
}
