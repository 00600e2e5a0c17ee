import Glibc
import Operations
import Testing

@Suite("Signals for the service", .serialized)
struct SignalStreamTests {
    @Test("SIGHUP reloads, a first SIGTERM or SIGINT stops, a second one stops at once")
    func told() async throws {
        let stream = try SignalStream()
        defer { stream.stop() }
        var signals = stream.signals.makeAsyncIterator()
        kill(getpid(), SIGHUP)
        #expect(await signals.next() == .reload)
        kill(getpid(), SIGTERM)
        #expect(await signals.next() == .stop)
        kill(getpid(), SIGHUP)
        #expect(await signals.next() == .reload)
        kill(getpid(), SIGINT)
        #expect(await signals.next() == .stopNow)
        kill(getpid(), SIGTERM)
        #expect(await signals.next() == .stopNow)
    }

    @Test("A new stream counts anew, and ends the one before it")
    func anew() async throws {
        let first = try SignalStream()
        kill(getpid(), SIGTERM)
        var signals = first.signals.makeAsyncIterator()
        #expect(await signals.next() == .stop)
        let second = try SignalStream()
        defer {
            second.stop()
            first.stop()
        }
        #expect(await signals.next() == nil)
        kill(getpid(), SIGTERM)
        var later = second.signals.makeAsyncIterator()
        #expect(await later.next() == .stop)
    }

    @Test("Writing to a pipe that nobody reads is an error and ends nothing")
    func pipe() throws {
        let stream = try SignalStream()
        defer { stream.stop() }
        var ends: [Int32] = [0, 0]
        try #require(unsafe Glibc.pipe(&ends) == 0)
        close(ends[0])
        defer { close(ends[1]) }
        var byte: UInt8 = 1
        #expect(unsafe write(ends[1], &byte, 1) == -1)
        #expect(errno == EPIPE)
    }

    @Test("When the stream is stopped, signals do what they did before")
    func restored() throws {
        func handler(of number: Int32) -> UInt {
            var action = sigaction()
            unsafe sigaction(number, nil, &action)
            return unsafe UInt(bitPattern: unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self))
        }
        let before = [SIGTERM, SIGINT, SIGHUP, SIGPIPE].map { handler(of: $0) }
        let stream = try SignalStream()
        #expect(handler(of: SIGTERM) != before[0])
        stream.stop()
        stream.stop()
        #expect([SIGTERM, SIGINT, SIGHUP, SIGPIPE].map { handler(of: $0) } == before)
    }
}
