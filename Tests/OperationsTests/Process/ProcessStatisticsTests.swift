import Glibc
import JOSE
import Testing

@testable import Operations

@Suite("What the kernel knows of the process")
struct ProcessStatisticsTests {
    @Test("It is read from /proc")
    func current() throws {
        let now = NumericDate(secondsSinceEpoch: Int64(time(nil)))
        let statistics = try #require(ProcessStatistics.current(at: now))
        #expect(statistics.residentBytes > 1 << 20)
        #expect(3...statistics.maximumDescriptors ~= statistics.openDescriptors)
        // Not before the machine's start, which another file tells, and not after now.
        let system = String(decoding: try #require(SystemCall.smallFile("/proc/stat")), as: UTF8.self)
        let line = try #require(system.split(separator: "\n").first { $0.hasPrefix("btime ") })
        let start = try #require(Double(line.dropFirst(6)))
        #expect(start - 2...Double(now.secondsSinceEpoch) + 1 ~= statistics.startSeconds)
        #expect(statistics.processorSeconds >= 0)
    }

    @Test("A program's name may hold what separates fields")
    func name() throws {
        let text = "7 (a) S 1 (b) 9) S 1 1 1 0 -1 4 5 6 7 8 150 50 0 0 20 0 3 0 4242 1 2"
        let times = try #require(ProcessStatistics.times([UInt8](text.utf8)))
        #expect(times.processor == 200)
        #expect(times.start == 4242)
    }

    @Test(
        "What is not as expected is nothing",
        arguments: ["", ")", "1 (x) S 1", "1 (x) S a b c d e f g h i j k l m n o p q r s t"])
    func malformed(_ text: String) {
        #expect(ProcessStatistics.times([UInt8](text.utf8)) == nil)
        #expect(ProcessStatistics.residentPages([UInt8](text.utf8.prefix(4))) == nil)
    }
}
