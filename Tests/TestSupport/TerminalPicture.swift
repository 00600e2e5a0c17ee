import Foundation

/// Lines of a terminal as a picture, for programs that read QR codes.
public struct TerminalPicture: Sendable {
    private static let pixels = 6

    /// The pixels of each line, 2 modules high: whether they are black.
    private var rows: [[Bool]] = []

    /// Draws lines as a terminal does that has white letters on black.
    ///
    /// - Parameter lines: The lines, with their escape sequences.
    public init(_ lines: [String]) {
        var width = 0
        // Colours last beyond the end of a line.
        var (ink, paper) = (false, true)
        for line in lines {
            var (top, bottom): ([Bool], [Bool]) = ([], [])
            var rest = line.unicodeScalars[...]
            while let scalar = rest.popFirst() {
                if scalar == "\u{1B}" {
                    let sequence = rest.prefix { $0 != "m" }
                    rest = rest.dropFirst(sequence.count + 1)
                    let codes = String(String.UnicodeScalarView(sequence.dropFirst()))
                    for code in (codes.isEmpty ? "0" : codes)
                        .split(separator: ";")
                    {
                        switch code {
                        case "30": ink = true
                        case "39": ink = false
                        case "40", "49": paper = true
                        case "107": paper = false
                        case "0": (ink, paper) = (false, true)
                        default: break
                        }
                    }
                    continue
                }
                top.append("\u{2588}\u{2580}#".unicodeScalars.contains(scalar) ? ink : paper)
                bottom.append("\u{2588}\u{2584}#".unicodeScalars.contains(scalar) ? ink : paper)
            }
            rows += [top, bottom]
            width = max(width, top.count)
        }
        rows = rows.map { $0 + [Bool](repeating: true, count: width - $0.count) }
    }

    /// The picture in the format PBM.
    private var portableBitmap: [UInt8] {
        let width = (rows.first?.count ?? 0) * Self.pixels
        var text = "P1\n\(width) \(rows.count * Self.pixels)\n"
        for row in rows {
            let line = row.map { String(repeating: $0 ? "1 " : "0 ", count: Self.pixels) }.joined() + "\n"
            text += String(repeating: line, count: Self.pixels)
        }
        return [UInt8](text.utf8)
    }

    /// Reads the QR code in it with zbarimg.
    ///
    /// - Returns: Its text; empty where none is found.
    /// - Throws: What running the program throws.
    public func text() throws -> String {
        let folder = try ScratchFolder()
        try folder.write(portableBitmap, to: "screen.pbm")
        let result = try Subprocess.run(
            "/usr/bin/env",
            ["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", "\(folder.path)/screen.pbm"])
        return result.text.trimmingCharacters(in: .newlines)
    }

    /// Whether there is a program that reads QR codes.
    public static let hasReader = FileManager.default.isExecutableFile(atPath: "/usr/bin/zbarimg")
}
