import Cryptography
import StrictJSON

extension PKCS11URI {
    /// The key and its token as far as the URI names them, such as `the key "signer" in the PKCS#11 token "bridge"`.
    ///
    /// Nothing of the PIN is in it, nor where that stands.
    public var keyName: String {
        let key = Self.name("key", objectLabel, [("id", objectID?.hexadecimal)])
        let token = Self.name(
            "PKCS#11 token", tokenLabel,
            [
                ("manufacturer", manufacturer?.quotedExcerpt), ("model", model?.quotedExcerpt),
                ("serial", serial?.quotedExcerpt), ("slot", slot.map { "\($0)" }),
            ])
        return "\(key) in \(token)"
    }

    private static func name(_ kind: String, _ label: String?, _ more: [(name: String, value: String?)]) -> String {
        let known = more.compactMap { member in member.value.map { "\(member.name) \($0)" } }.joined(separator: ", ")
        let name = label.map { "the \(kind) \($0.quotedExcerpt)" } ?? "the \(kind)"
        return known.isEmpty ? name : "\(name) (\(known))"
    }
}
