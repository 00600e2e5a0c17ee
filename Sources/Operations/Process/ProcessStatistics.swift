import CMachine
import Glibc
public import JOSE

/// What the kernel knows of this process.
public struct ProcessStatistics: Sendable, Equatable {
    /// How much memory is resident, in bytes.
    public let residentBytes: Int64
    /// How many files and connections are open.
    public let openDescriptors: Int64
    /// How many may be open.
    public let maximumDescriptors: Int64
    /// Processor time so far, in seconds.
    public let processorSeconds: Double
    /// When the process started, in seconds since 1970.
    public let startSeconds: Double

    /// Reads what the kernel knows now; nil where `/proc` is not there.
    ///
    /// - Parameter now: The time.
    /// - Returns: What it knows.
    public static func current(at now: NumericDate) -> ProcessStatistics? {
        guard let memory = SystemCall.smallFile("/proc/self/statm"), let resident = residentPages(memory),
            let status = SystemCall.smallFile("/proc/self/stat"), let times = times(status),
            let uptime = uptime(), let descriptors = openDescriptorCount()
        else { return nil }
        let ticks = Double(max(sysconf(Int32(_SC_CLK_TCK)), 1))
        var limit = rlimit()
        let hasLimit = unsafe getrlimit(__rlimit_resource_t(7), &limit) == 0
        return ProcessStatistics(
            residentBytes: resident * Int64(sysconf(Int32(_SC_PAGESIZE))), openDescriptors: descriptors,
            maximumDescriptors: hasLimit ? Int64(clamping: limit.rlim_cur) : 0,
            processorSeconds: Double(times.processor) / ticks,
            startSeconds: Double(now.secondsSinceEpoch - uptime) + Double(times.start) / ticks)
    }

    /// The second number of `statm`.
    static func residentPages(_ text: [UInt8]) -> Int64? {
        let numbers = text.split(separator: 0x20)
        return numbers.count > 1 ? Int64(String(decoding: numbers[1], as: UTF8.self)) : nil
    }

    /// Fields 14, 15 and 22 of `stat`; the name of the program before them may hold blanks and parentheses.
    static func times(_ text: [UInt8]) -> (processor: Int64, start: Int64)? {
        guard let end = text.lastIndex(of: UInt8(ascii: ")")) else { return nil }
        let fields = text[(end + 1)...].split(separator: 0x20).map { String(decoding: $0, as: UTF8.self) }
        guard fields.count > 19, let user = Int64(fields[11]), let system = Int64(fields[12]),
            let start = Int64(fields[19])
        else { return nil }
        return (user + system, start)
    }

    private static func uptime() -> Int64? {
        let seconds = Int64(bridge_machine_uptime())
        return seconds < 0 ? nil : seconds
    }

    private static func openDescriptorCount() -> Int64? {
        guard let folder = unsafe opendir("/proc/self/fd") else { return nil }
        defer { unsafe closedir(folder) }
        // Without `.`, `..` and the descriptor of the folder itself.
        var count: Int64 = -3
        while unsafe readdir(folder) != nil { count += 1 }
        return count
    }
}
