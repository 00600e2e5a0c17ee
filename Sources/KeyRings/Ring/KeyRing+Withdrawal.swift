public import JOSE
import StrictJSON

extension KeyRing {
    /// Whether a key is not to be used any more, by whatever name it is known: it was revoked, or removed.
    ///
    /// - Parameters:
    ///   - id: Its identifier; nil where it has none.
    ///   - key: Its public half.
    /// - Returns: Whether it was.
    public func hasWithdrawn(_ id: String?, _ key: KeyMaterial) -> Bool {
        let thumbprint = try? KeyIdentifier.thumbprint(of: key)
        // A key without an identifier goes by the beginning of its thumbprint.
        let name = id ?? thumbprint.map { String($0.prefix(40)) }
        let isKey = { (id: String, other: String?) in
            name?.hasSameBytes(as: id) ?? false || thumbprint != nil && other == thumbprint
        }
        return entries.contains { $0.state == .revoked && isKey($0.id, $0.thumbprint) }
            || removed.contains { isKey($0.id, $0.thumbprint) }
    }
}
