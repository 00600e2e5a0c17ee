/// Header fields in their order.
public struct HeaderFields: Sendable, Equatable {
    /// A field.
    public struct Field: Sendable, Equatable {
        /// Its name, as it was written.
        public let name: String
        /// Its value, without space around it.
        public let value: String

        /// Makes a field.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The fields.
    public private(set) var fields: [Field]

    /// Makes header fields.
    public init(_ fields: [Field] = []) {
        self.fields = fields
    }

    /// All values of a name in their order.
    ///
    /// - Parameter name: The name; case does not matter (RFC 9110, section 5.1).
    /// - Returns: The values; empty where there is none.
    public func values(_ name: String) -> [String] {
        fields.filter { Self.areEqual($0.name, name) }.map(\.value)
    }

    /// The value of a name that is there once.
    ///
    /// - Parameter name: The name; case does not matter.
    /// - Returns: The value; nil where there is none or more than one.
    public subscript(name: String) -> String? {
        let found = values(name)
        return found.count == 1 ? found[0] : nil
    }

    /// Adds a field.
    public mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name, value))
    }

    /// Whether two names are one; case does not matter.
    static func areEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (left.utf8.span, right.utf8.span)
        guard left.count == right.count else { return false }
        for index in left.indices where left[index] != right[index] {
            guard lowercased(left[index]) == lowercased(right[index]) else { return false }
        }
        return true
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        0x41...0x5A ~= byte ? byte | 0x20 : byte
    }
}
