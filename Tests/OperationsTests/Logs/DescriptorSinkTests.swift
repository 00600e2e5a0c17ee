import Glibc
import Operations
import Testing

@Suite("Writing the log")
struct DescriptorSinkTests {
    @Test("Lines arrive whole and in order, from many tasks")
    func order() async throws {
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let sink = try DescriptorSink(descriptor: ends[1])
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask { for number in 0..<50 { sink.write([UInt8]("\(task) \(number)\n".utf8)) } }
            }
        }
        await sink.flush(within: .seconds(10))
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = unsafe read(ends[0], &buffer, buffer.count)
        let lines = String(decoding: buffer.prefix(count), as: UTF8.self).split(separator: "\n")
        #expect(lines.count == 200)
        for task in 0..<4 {
            let own = lines.filter { $0.hasPrefix("\(task) ") }
            #expect(own == (0..<50).map { "\(task) \($0)" })
        }
        #expect(sink.droppedLines == 0)
    }

    @Test("A reader that does not read stops nobody: lines are dropped, counted and told of")
    func stuckReader() async throws {
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        let sink = try DescriptorSink(descriptor: ends[1])
        let line = [UInt8](repeating: UInt8(ascii: "x"), count: 1023) + [0x0A]
        for _ in 0..<5000 { sink.write(line) }
        #expect(sink.droppedLines > 2000)
        await sink.flush(within: .milliseconds(1))
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let end = ContinuousClock.now + .seconds(20)
        while ContinuousClock.now < end {
            let count = unsafe read(ends[0], &buffer, buffer.count)
            if count > 0 {
                all.append(contentsOf: buffer.prefix(count))
            } else {
                try await Task.sleep(for: .milliseconds(1))
            }
            if all.suffix(100).contains(UInt8(ascii: "d")), Self.declared(in: all) == sink.droppedLines { break }
        }
        #expect(Self.declared(in: all) == sink.droppedLines)
        for end in ends { close(end) }
    }

    /// How many lines a log says were dropped; it may say so several times.
    private static func declared(in log: [UInt8]) -> UInt64 {
        String(decoding: log, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix("log: ") }
            .compactMap { UInt64($0.split(separator: " ")[1]) }.reduce(0, +)
    }

    @Test("A descriptor that cannot be written to loses lines and throws nothing")
    func closed() async throws {
        let null = unsafe open("/dev/null", O_RDONLY)
        defer { close(null) }
        let sink = try DescriptorSink(descriptor: null)
        sink.write([0x0A])
        await sink.flush(within: .seconds(10))
        #expect(sink.droppedLines == 1)
    }

    @Test("Only the socket that JOURNAL_STREAM names is the journal")
    func journal() throws {
        var ends: [Int32] = [0, 0]
        try #require(unsafe pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        var status = stat()
        try #require(unsafe fstat(ends[1], &status) == 0)
        let variable = "\(status.st_dev):\(status.st_ino)"
        #expect(JournalStream.prefix(variable: variable, descriptor: ends[1]) == .journal)
        for other in [nil, "", "1:1", variable + "0", "x:\(status.st_ino)", "\(variable):1", "\(status.st_dev)"] {
            #expect(JournalStream.prefix(variable: other, descriptor: ends[1]) == .none)
        }
        #expect(JournalStream.prefix(variable: variable, descriptor: -1) == .none)
    }
}
