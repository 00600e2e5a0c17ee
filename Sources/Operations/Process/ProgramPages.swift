import Glibc

/// The pages of code in memory: the program's own, and its libraries'.
public enum ProgramPages: Sendable {
    /// Lets go of the code that only the start has needed; what is needed later comes back from its file by itself.
    ///
    /// That is more than half of what an idle service holds. Code that anybody has written to, a debugger for example, is
    /// left alone, because it would not come back.
    public static func releaseStartUpCode() {
        guard let text = SystemCall.smallFile("/proc/self/smaps", limit: 1 << 20) else { return }
        for range in releasableCode(in: text) {
            guard let start = unsafe UnsafeMutableRawPointer(bitPattern: range.lowerBound) else { continue }
            _ = unsafe madvise(start, range.count, MADV_DONTNEED)
        }
    }

    /// Where files are mapped as code that cannot be written and has not been.
    ///
    /// - Parameter text: What `/proc/PID/smaps` says (proc(5)).
    /// - Returns: The addresses.
    static func releasableCode(in text: [UInt8]) -> [Range<UInt>] {
        var ranges: [Range<UInt>] = []
        var current: Range<UInt>?
        for line in text.split(separator: 0x0A) {
            let fields = line.split(separator: 0x20, maxSplits: 5)
            if let range = addresses(fields[0]) {
                let isCode =
                    fields.count == 6 && fields[1].elementsEqual("r-xp".utf8) && fields[5].contains(UInt8(ascii: "/"))
                current = isCode ? range : nil
            } else if fields[0].elementsEqual("Anonymous:".utf8), let range = current {
                if fields.count > 1, fields[1].elementsEqual("0".utf8) { ranges.append(range) }
                current = nil
            }
        }
        return ranges
    }

    /// The addresses that a mapping's line begins with; nil for another line.
    private static func addresses(_ text: ArraySlice<UInt8>) -> Range<UInt>? {
        let ends = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map {
            UInt(String(decoding: $0, as: UTF8.self), radix: 16)
        }
        guard ends.count == 2, let start = ends[0], let end = ends[1], start < end else { return nil }
        return start..<end
    }
}
