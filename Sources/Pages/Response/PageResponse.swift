/// A page as it is sent.
public struct PageResponse: Sendable {
    /// A header field.
    public struct Header: Sendable, Equatable {
        /// Its name.
        public let name: String
        /// Its value.
        public let value: String

        /// Makes a field.
        ///
        /// - Parameters:
        ///   - name: Its name.
        ///   - value: Its value.
        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The status code.
    public let status: Int
    /// The header fields, without those of the framing.
    public let headers: [Header]
    /// The document in UTF-8.
    public let body: [UInt8]
}
