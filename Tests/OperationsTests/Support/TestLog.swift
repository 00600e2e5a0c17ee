import Cryptography
import JOSE
import Operations

/// A log into memory.
struct TestLog: Sendable {
    let sink = MemorySink()
    let log: Log

    init(_ format: LogFormat, prefix: LogPrefix = .none, level: LogLevel = .debug, personalData: PersonalData? = nil)
        throws
    {
        log = Log(
            level: level, format: format, prefix: prefix,
            personalData: try personalData ?? .hidden(PersonalDataKey(random: FixedRandom(byte: 7))), sink: sink,
            clock: FixedWallClock(NumericDate(secondsSinceEpoch: 1_700_000_000)))
    }

    /// The one line, without its line break.
    var line: String { sink.lines.count == 1 ? sink.lines[0] : "not one line: \(sink.text)" }
}
