/// How large a JSON text a caller is willing to read.
public struct JSONLimits: Sendable, Equatable {
    /// The longest text, in bytes.
    public let maximumBytes: Int
    /// The deepest nesting of arrays and objects.
    public let maximumDepth: Int

    /// Makes limits.
    ///
    /// - Parameters:
    ///   - maximumBytes: The longest text, in bytes.
    ///   - maximumDepth: The deepest nesting of arrays and objects, at most 2,048, which is jansson's own limit.
    public init(maximumBytes: Int, maximumDepth: Int) {
        self.maximumBytes = maximumBytes
        self.maximumDepth = min(maximumDepth, 2048)
    }

    /// For what is inside a token: 16 KiB, 32 levels.
    public static let token = JSONLimits(maximumBytes: 16 << 10, maximumDepth: 32)
    /// For a file or a document that a server sends: 1 MiB, 64 levels.
    public static let document = JSONLimits(maximumBytes: 1 << 20, maximumDepth: 64)
}
