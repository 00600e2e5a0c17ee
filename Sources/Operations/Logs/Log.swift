public import JOSE

/// The log: what happened, without anything that must stay secret.
///
/// Writing never throws and does not wait for whoever reads the log.
public struct Log: Sendable {
    /// The least level that is written.
    public let level: LogLevel
    private let renderer: LogRenderer
    private let sink: any LogSink
    private let clock: any WallClock

    /// Makes a log.
    ///
    /// - Parameters:
    ///   - level: The least level that is written.
    ///   - format: How records become lines.
    ///   - prefix: What stands before each line.
    ///   - personalData: What is shown of persons.
    ///   - sink: Where the lines go.
    ///   - clock: What time it is.
    public init(
        level: LogLevel = .info, format: LogFormat, prefix: LogPrefix = .none, personalData: PersonalData,
        sink: any LogSink, clock: any WallClock
    ) {
        self.level = level
        renderer = LogRenderer(format: format, prefix: prefix, personalData: personalData)
        self.sink = sink
        self.clock = clock
    }

    /// Writes a record, unless its level is below that of the log.
    ///
    /// - Parameters:
    ///   - level: How much it matters.
    ///   - message: What happened, in words of the program.
    ///   - fields: The particulars; put together only where the record is written.
    ///   - context: The request it happened in.
    public func record(
        _ level: LogLevel, _ message: StaticString,
        _ fields: @autoclosure () -> KeyValuePairs<StaticString, LogValue> = [:],
        in context: RequestContext? = nil
    ) {
        guard level >= self.level else { return }
        let record = LogRecord(
            time: try? clock.now(), level: level, message: message, fields: fields(), context: context)
        sink.write(renderer.line(record))
    }

    /// Writes that something does not work, and somebody has to see to it.
    public func error(
        _ message: StaticString, _ fields: @autoclosure () -> KeyValuePairs<StaticString, LogValue> = [:],
        in context: RequestContext? = nil
    ) {
        record(.error, message, fields(), in: context)
    }

    /// Writes that something is not as it should be, and the service goes on.
    public func warning(
        _ message: StaticString, _ fields: @autoclosure () -> KeyValuePairs<StaticString, LogValue> = [:],
        in context: RequestContext? = nil
    ) {
        record(.warning, message, fields(), in: context)
    }

    /// Writes what an operator wants to know of ordinary work.
    public func info(
        _ message: StaticString, _ fields: @autoclosure () -> KeyValuePairs<StaticString, LogValue> = [:],
        in context: RequestContext? = nil
    ) {
        record(.info, message, fields(), in: context)
    }

    /// Writes what helps to find a fault.
    public func debug(
        _ message: StaticString, _ fields: @autoclosure () -> KeyValuePairs<StaticString, LogValue> = [:],
        in context: RequestContext? = nil
    ) {
        record(.debug, message, fields(), in: context)
    }

    /// How many lines were dropped because the reader was too slow, or gone.
    public var droppedLines: UInt64 { sink.droppedLines }

    /// Waits until all lines are written, at shutdown for example.
    ///
    /// - Parameter limit: How long to wait at most.
    public func flush(within limit: Duration = .seconds(2)) async {
        await sink.flush(within: limit)
    }
}
