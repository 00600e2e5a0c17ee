public import JOSE

/// One thing that happened.
public struct LogRecord: Sendable {
    /// A field.
    public struct Field: Sendable {
        /// Its name.
        public let name: StaticString
        /// Its value.
        public let value: LogValue
    }

    /// When; nil where the clock could not be read.
    public let time: NumericDate?
    /// How much it matters.
    public let level: LogLevel
    /// What happened, in words of the program.
    public let message: StaticString
    /// The particulars, in their order.
    public let fields: [Field]
    /// The request it happened in.
    public let context: RequestContext?

    /// Makes a record.
    public init(
        time: NumericDate?, level: LogLevel, message: StaticString, fields: KeyValuePairs<StaticString, LogValue>,
        context: RequestContext?
    ) {
        self.time = time
        self.level = level
        self.message = message
        self.fields = fields.map { Field(name: $0.key, value: $0.value) }
        self.context = context
    }
}
