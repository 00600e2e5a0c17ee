import Cryptography
import JOSE
import StrictJSON

/// The end of a chain of lines: what the next line has to begin with.
struct AuditChain: Sendable, Equatable {
    /// The longest line, in bytes.
    static let maximumLine = 64 << 10

    /// The number of the next line.
    var sequence: Int64
    /// The hash of the line before it, in hexadecimal.
    var previous: String

    /// The beginning of the first chain of all.
    static let start = AuditChain(sequence: 0, previous: String(repeating: "0", count: 64))

    /// Makes the next line, with its line break, and moves on.
    mutating func line(_ members: [UInt8]) throws(CryptographyError) -> [UInt8] {
        var line = [UInt8](#"{"sequence":\#(sequence),"previous":"\#(previous)""#.utf8)
        line.append(contentsOf: members)
        line.append(UInt8(ascii: "}"))
        previous = try SHA256Digest(of: line).hexadecimal
        sequence += 1
        line.append(0x0A)
        return line
    }
}

/// A line as it was read.
struct AuditLine: Sendable {
    /// What a line at the beginning of a file, or after a crash, says.
    struct Segment: Sendable {
        let reason: String
        let tornBytes: Int64
        let tornHash: String
    }

    let sequence: Int64
    let previous: String
    /// The hash of the line itself.
    let hash: String
    /// What it says where it begins a segment; nil for a record.
    let segment: Segment?
    /// When it was written.
    let time: String

    /// Reads a line without its line break; nil for what is none.
    init?(_ bytes: [UInt8]) {
        guard bytes.count <= AuditChain.maximumLine,
            let object = try? JSONObject(
                parsing: bytes, limits: JSONLimits(maximumBytes: bytes.count, maximumDepth: 4)),
            object.names.starts(with: ["sequence", "previous", "kind", "time"]),
            let sequence = object["sequence"]?.integer, sequence >= 0, sequence < Int64.max,
            let previous = object["previous"]?.string, let kind = object["kind"]?.string,
            let time = object["time"]?.string, let hash = try? SHA256Digest(of: bytes).hexadecimal
        else { return nil }
        if kind == "segment" {
            guard let reason = object["reason"]?.string else { return nil }
            segment = Segment(
                reason: reason, tornBytes: object["torn_bytes"]?.integer ?? 0,
                tornHash: object["torn_sha256"]?.string ?? "")
        } else {
            guard kind == "mint" || kind == KeyAuditRecord.kind else { return nil }
            segment = nil
        }
        self.sequence = sequence
        self.previous = previous
        self.hash = hash
        self.time = time
    }

    /// What comes after the line.
    var chain: AuditChain { AuditChain(sequence: sequence + 1, previous: hash) }
}

/// Why a segment begins.
enum AuditSegment: Sendable {
    /// The log begins.
    case new
    /// The file before was put away.
    case rotated
    /// The last writing before was not finished; what it left is kept.
    case torn([UInt8])

    /// The members of its line.
    func members(at time: NumericDate) throws(CryptographyError) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendAuditMember("kind", "segment")
        bytes.appendAuditMember("time", time.utc)
        switch self {
        case .new: bytes.appendAuditMember("reason", "new")
        case .rotated: bytes.appendAuditMember("reason", "rotated")
        case .torn(let rest):
            bytes.appendAuditMember("reason", "torn")
            bytes.append(contentsOf: ",\"torn_bytes\":\(rest.count)".utf8)
            bytes.appendAuditMember("torn_sha256", try SHA256Digest(of: rest).hexadecimal)
        }
        return bytes
    }
}
