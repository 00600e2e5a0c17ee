import Foundation

/// The 8-character runs of a key's base64, none of which an error may show.
public struct KeyWindows: Sendable, CustomStringConvertible {
    /// What it is, nothing of the key.
    public let description = "the runs of a key"

    private let windows: Set<UInt64>

    /// Takes the runs of a key text.
    public init(of keyText: [UInt8]) {
        // Blanks and escapes do not part a run: what stands on two lines is one secret.
        let blanks: [UInt8] = [0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: "\\")]
        let text = String(decoding: keyText.filter { !blanks.contains($0) }, as: UTF8.self)
        // The markers are no secret, and messages name them.
        let bodies = text.components(separatedBy: "-----").filter { !$0.hasPrefix("BEGIN") && !$0.hasPrefix("END") }
        windows = Set(bodies.flatMap { Self.runs(of: [UInt8]($0.utf8)) })
    }

    /// Whether a text shows any run.
    public func areShown(by text: String) -> Bool {
        Self.runs(of: [UInt8](text.utf8)).contains(where: windows.contains)
    }

    private static func runs(of bytes: [UInt8]) -> [UInt64] {
        guard bytes.count >= 8 else { return [] }
        return (0...(bytes.count - 8)).map { start in bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
    }
}
