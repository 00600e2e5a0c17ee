import JOSE
import TestSupport
import Testing

@testable import Operations

@Suite("An audit file that was changed")
struct AuditTamperTests {
    private let folder: ScratchFolder
    private let path: String

    init() async throws {
        folder = try ScratchFolder()
        path = "\(folder.path)/audit.jsonl"
        let log = try AuditLog(path: path, durability: .written, clock: AuditRecords.clock)
        for number in 0..<5 { try await log.append(AuditRecords.record(number)) }
        await log.close()
    }

    private func reason(of lines: [[UInt8]]) throws -> String? {
        try folder.write(Array(lines.map { $0 + [0x0A] }.joined()), to: "audit.jsonl")
        do throws(OperationsError) {
            _ = try AuditLog.verify(path)
            return nil
        } catch {
            #expect(error.code == .auditBroken)
            return error.reason
        }
    }

    private var lines: [[UInt8]] {
        get throws { try Locations.bytes(path).split(separator: 0x0A).map { [UInt8]($0) } }
    }

    @Test("A changed line is seen at the line after it", arguments: [0, 1, 4])
    func changed(_ index: Int) throws {
        var lines = try lines
        let text = String(decoding: lines[index], as: UTF8.self)
        lines[index] = [UInt8](text.replacing("2023-11-14", with: "2023-11-15").utf8)
        #expect(try reason(of: lines)?.hasPrefix("line \(index + 2) of the audit file does not follow") == true)
    }

    @Test("A changed link is seen at its line")
    func link() throws {
        var lines = try lines
        lines[3] = [UInt8](
            String(decoding: lines[3], as: UTF8.self).replacing("\"previous\":\"", with: "\"previous\":\"0").utf8)
        #expect(try reason(of: lines)?.hasPrefix("line 4 ") == true)
    }

    @Test("A line taken out, put in twice, or in another place is seen")
    func moved() throws {
        let lines = try lines
        var out = lines
        out.remove(at: 2)
        #expect(try reason(of: out)?.hasPrefix("line 3 ") == true)
        var twice = lines
        twice.insert(lines[2], at: 3)
        #expect(try reason(of: twice)?.hasPrefix("line 4 ") == true)
        var swapped = lines
        swapped.swapAt(2, 3)
        #expect(try reason(of: swapped)?.hasPrefix("line 3 ") == true)
        #expect(try reason(of: Array(lines.dropFirst()))?.hasPrefix("line 1 ") == true)
    }

    @Test(
        "A whole line of something else is seen, in the middle and at the end",
        arguments: ["", "x", "{}", "{\"sequence\":6}"])
    func inserted(_ text: String) throws {
        let lines = try lines
        #expect(try reason(of: lines + [[UInt8](text.utf8)])?.hasPrefix("line 7 ") == true)
        var middle = lines
        middle.insert([UInt8](text.utf8), at: 3)
        #expect(try reason(of: middle)?.hasPrefix("line 4 ") == true)
    }

    @Test("A line that claims a torn writing has to say of what")
    func forgedSegment() throws {
        var lines = try lines
        var chain = try #require(AuditLine(lines[2])).chain
        let members = try AuditSegment.torn([UInt8]("another".utf8)).members(at: AuditRecords.clock.now())
        let segment = Array(try chain.line(members).dropLast())
        lines = Array(lines.prefix(3)) + [[UInt8]("what is there".utf8), segment]
        #expect(try reason(of: lines)?.hasPrefix("line 4 ") == true)
        // Nor does one where nothing is torn count.
        #expect(try reason(of: Array(lines.prefix(3)) + [segment])?.hasPrefix("line 4 ") == true)
    }

    @Test("Lines cut off at the end are seen by the hash that was kept")
    func cutOff() throws {
        let before = try AuditLog.verify(path)
        #expect(try reason(of: Array(try lines.dropLast())) == nil)
        #expect(try AuditLog.verify(path).lastHash != before.lastHash)
    }

    @Test("An empty file, one that is not there and endless lines are refused")
    func empty() throws {
        #expect(try reason(of: []) != nil)
        #expect(throws: OperationsError.self) { try AuditLog.verify("\(folder.path)/none") }
        #expect(try reason(of: [[UInt8](repeating: 0x61, count: 2 << 20)])?.hasPrefix("line 1 ") == true)
    }
}
