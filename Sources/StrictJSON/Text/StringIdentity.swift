extension String {
    /// Tells whether two strings are the same bytes.
    ///
    /// Swift's `==` is canonical equivalence: two subjects of a provider can be `==` and yet be two accounts.
    package func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}

extension RawRepresentable where RawValue == String {
    /// The case whose name is the same bytes: `init(rawValue:)` would take the Kelvin sign for a K.
    package init?(exactly name: String) {
        self.init(rawValue: name)
        guard rawValue.hasSameBytes(as: name) else { return nil }
    }
}
