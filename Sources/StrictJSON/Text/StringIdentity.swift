extension String {
    /// Tells whether two strings are the same bytes.
    ///
    /// Swift's `==` is canonical equivalence: two subjects of a provider can be `==` and yet be two accounts.
    package func hasSameBytes(as other: String) -> Bool {
        let (bytes, others) = (utf8.span, other.utf8.span)
        guard bytes.count == others.count else { return false }
        // Without a way out of the loop, so that it takes many bytes at once.
        var difference: UInt8 = 0
        for index in bytes.indices { difference |= bytes[index] ^ others[index] }
        return difference == 0
    }
}

extension RawRepresentable where RawValue == String {
    /// The case whose name is the same bytes: `init(rawValue:)` would take the Kelvin sign for a K.
    package init?(exactly name: String) {
        self.init(rawValue: name)
        guard rawValue.hasSameBytes(as: name) else { return nil }
    }
}
